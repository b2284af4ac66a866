import {
  ABIDJAN,
  later,
  receiveNotification,
  sweepers,
  unknown,
  type Trigger,
  type MobileMoney,
  type Payment,
  type Throttled,
} from '@vehicle-insurance/core';
import {
  anotherQuote,
  aPayment,
  aPaymentSession,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  inUnit,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  sequentialIds,
  storedCompany,
  storedPayment,
  storedVehicle,
  type FakeMobileMoney,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { START } from '../../scenario.ts';
import { virtualTime } from './virtual-time.ts';

/** Milliseconds that a provider takes to answer, and milliseconds after which a hanging call is given up. */
const ANSWERS_IN = 50;
const REFUSES_IN = 1;
export const GIVES_UP_AFTER = 10_000;

/** Milliseconds between two scheduled runs of a job. */
export const ROUND = 10_000;

/** A provider whose calls take time: they can hang until they time out, or be refused at once. */
const slowly = (provider: FakeMobileMoney, pause: (milliseconds: number) => Promise<void>) => {
  const state = { hangs: false, overload: null as Throttled | null, inProgress: 0, limit: 0 };
  const asked: string[] = [];
  const taking =
    <Said>(call: (id: string) => Promise<Said>) =>
    async (id: string): Promise<Said | ReturnType<typeof unknown>> => {
      asked.push(id);
      state.limit = Math.max(state.limit, (state.inProgress += 1));
      const { hangs, overload } = state;
      await pause(overload ? REFUSES_IN : hangs ? GIVES_UP_AFTER : ANSWERS_IN);
      state.inProgress -= 1;
      if (overload) return unknown(NO_ANSWER, undefined, overload);
      return hangs ? unknown(NO_ANSWER) : call(id);
    };
  const money: MobileMoney = {
    ...provider,
    read: taking(provider.read),
    expire: taking(provider.expire),
    refund: taking(provider.refund),
    search: taking(provider.search),
  };
  return { money, state, asked };
};

/** One process with two providers, in virtual time. */
export const twoProviders = async ({ round = ROUND, authority = fakeCertificateAuthority() } = {}) => {
  const clock = clockAt(START);
  const time = virtualTime((milliseconds) => clock.advance({ milliseconds }));
  const store = memoryStore({ elapsed: time.elapsed });
  const errorReporter = collectedErrors();
  const fakes = { here: fakeMobileMoney({ clock, name: 'here' }), away: fakeMobileMoney({ clock, name: 'away' }) };
  const here = slowly(fakes.here, time.pause);
  const away = slowly(fakes.away, time.pause);
  const ids = sequentialIds();
  const trigger: Trigger = { fire: (job) => void Promise.resolve().then(() => all[job].poll()) };
  const dependencies = {
    ...store,
    clock,
    ids,
    trigger,
    errorReporter,
    zone: ABIDJAN,
    timer: time,
    providers: providersOf(here.money, away.money),
    documents: memoryDocuments({ clock }),
    certificateAuthority: authority,
    contractDocument: plainContractDocument(),
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    quoteHorizon: 365,
    eventDays: 90,
  };
  const all = sweepers(dependencies);
  const company = await storedCompany(store.unitOfWork);
  const vehicle = await storedVehicle(store.unitOfWork, company.id);

  /** An opened payment that waits for its payer. Its check is due in this number of minutes. */
  const waiting = async (at: 'here' | 'away', minutes = 0): Promise<Payment> => {
    const { quote } = await anotherQuote(store.unitOfWork, company, vehicle);
    const payment = aPayment({ provider: at, created: clock.now() });
    const { id: reference, amount, fees, payer } = payment;
    const opened = await fakes[at].open({ reference, amount: amount + fees, payer });
    const session = aPaymentSession({ id: opened.outcome === 'done' ? opened.value.id : '' });
    const due = { at: later(clock.now(), { minutes }), attempts: 0 };
    return storedPayment(store.unitOfWork, quote, { ...payment, session, due });
  };
  const fakeOf = ({ provider }: Payment): FakeMobileMoney => (provider === 'here' ? fakes.here : fakes.away);
  const statusOf = async ({ companyId, id }: Payment): Promise<Payment['status'] | undefined> =>
    (await inUnit(store.unitOfWork, ({ payments }) => payments.find(companyId, id)))?.status;

  return {
    time,
    company,
    here,
    away,
    errorReporter,
    store,
    waiting,
    statusOf,
    pay: (payment: Payment): void => fakeOf(payment).pay(payment.id),
    payAndNotify: async (payment: Payment, reported: { readonly amount?: number } = {}): Promise<void> => {
      const { id, provider } = payment;
      const fake = fakeOf(payment);
      fake.pay(id, reported);
      await receiveNotification(dependencies)({ ...fake.notificationAbout(id), provider });
    },
    work: async (): Promise<never> => {
      for (;;) {
        await all.payments.poll();
        await all.certificates.poll();
        await time.pause(round);
      }
    },
  };
};
