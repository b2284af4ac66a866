import {
  ABIDJAN,
  chargedAmount,
  jobs,
  JOBS,
  later,
  Ok,
  payQuote,
  receiveNotification,
  WORK_KINDS,
  type Claim,
  type ContractDetails,
  type Instant,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type OpeningLimits,
  type Payment,
  type Quote,
  type TimeZone,
  type UnitOfWork,
  type WorkQueue,
} from '@vehicle-insurance/core';
import {
  at,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  inUnit,
  instantTimer,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  sequentialIds,
  silentTrigger,
  storedQuote,
  BY_A_TEST,
  type MemoryStore,
  type MemoryStoreOptions,
} from '@vehicle-insurance/testkit';
import { makeIntent } from '../src/use-cases/payment/make-intent.ts';

export const START: Instant = at('2026-01-15T09:00:00.000Z');

export const PAYER = '+2250505060708';

/** More than any test needs. */
const MOST_UNITS = 5_000;

/** Rounds of all jobs without any time between them. */
const MOST_ROUNDS = 10;

/** A store in memory that ends endless loops: after `MOST_UNITS` units of work, each further one throws. */
const endingStore = (options: MemoryStoreOptions): MemoryStore => {
  const store = memoryStore(options);
  let units = 0;
  const unitOfWork: UnitOfWork = {
    run: (work) => {
      units += 1;
      if (units > MOST_UNITS) throw new Error(`a loop does not end: ${MOST_UNITS} units of work`);
      return store.unitOfWork.run(work);
    },
  };
  return { ...store, unitOfWork };
};

export const scenario = async (
  over: Partial<Quote> = {},
  capabilities: Partial<MobileMoneyCapabilities> = {},
  zone: TimeZone = ABIDJAN,
  openingLimits: OpeningLimits = {},
) => {
  const clock = clockAt(START);
  const ids = sequentialIds();
  const store = endingStore({ bookkeeping: { ids, zone } });
  const provider = fakeMobileMoney({ clock, capabilities });
  const authority = fakeCertificateAuthority();
  const documents = memoryDocuments({ clock });
  const errorReporter = collectedErrors();
  const dependencies = {
    ...store,
    ...{ clock, ids, documents, errorReporter, zone, openingLimits },
    trigger: silentTrigger,
    timer: instantTimer(),
    providers: providersOf(provider),
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    quoteHorizon: 365,
    eventDays: 90,
    certificateAuthority: authority,
    contractDocument: plainContractDocument(),
  };
  const { quote, company, vehicle } = await storedQuote(store.unitOfWork, over);
  const { companyId, id: quoteId } = quote;

  const doWhatIsDue = async (): Promise<void> => {
    for (const job of JOBS) await jobs(dependencies)[job]();
  };
  const nextDue = (): Promise<Instant | undefined> => store.dueWork.next(...WORK_KINDS);
  const passUntil = async (end: Instant): Promise<void> => {
    await doWhatIsDue();
    let rounds = 0;
    for (let next = await nextDue(); next !== undefined && next <= end; next = await nextDue()) {
      rounds = next > clock.now() ? 0 : rounds + 1;
      if (rounds > MOST_ROUNDS) throw new Error('some work stays due, however often the jobs run');
      if (next > clock.now()) clock.moveTo(next);
      await doWhatIsDue();
    }
    clock.moveTo(end);
    await doWhatIsDue();
  };

  /** One piece of work that is due at `at`, claimed by a worker. */
  const claimWork = async (queue: WorkQueue, at = clock.now()): Promise<Claim> => {
    const [claim] = await store.dueWork.claim(queue, at, 1);
    if (!claim) throw new Error(`no work is due in the queue of ${queue.kind}`);
    return claim;
  };

  const payAny = payQuote(dependencies);
  const pay = (phoneNumber: string = PAYER, of: string = quoteId) => payAny({ companyId, quoteId: of, phoneNumber });
  const status = async () => {
    const found = await store.quoteQueries.status(companyId, quoteId);
    if (!found) throw new Error('the quote does not exist');
    return found;
  };
  const latest = async () => {
    const { payment } = await status();
    return payment ? store.paymentQueries.find(payment.payment.id) : undefined;
  };
  const latestPayment = async (): Promise<Payment> => {
    const found = await latest();
    if (!found) throw new Error('there is no payment yet');
    return found.payment;
  };
  const contracts = (): Promise<readonly ContractDetails[]> => store.contractQueries.list({ companyId }, 100);

  return {
    ...dependencies,
    ...{ store, provider, authority, quote, company, vehicle },
    ...{ pay, status, latestPayment, contracts, claimWork, doWhatIsDue, passUntil },
    contract: async (): Promise<ContractDetails> => {
      const [contract, ...more] = await contracts();
      if (!contract || more.length > 0) throw new Error('expected one contract');
      return contract;
    },
    refund: async () => (await latest())?.refund ?? null,
    pass: (by: Parameters<typeof later>[1]): Promise<void> => passUntil(later(clock.now(), by)),
    notify: (name: string) =>
      receiveNotification(dependencies)({ ...provider.notificationAbout(name), provider: provider.provider }),
    /** A process that dies after it has committed its intent, before or after it has called the provider. */
    dieWhileOpening: async ({ sent }: { readonly sent: boolean }): Promise<Payment> => {
      const intent = (await makeIntent(dependencies)({ companyId, quoteId, payer: PAYER })).unwrap();
      if (!intent.claim) throw new Error('another call is opening a payment');
      const { payment } = intent;
      if (sent) await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: PAYER });
      await store.endLeases();
      return payment;
    },
    pausePayments: () =>
      inUnit(store.unitOfWork, ({ paymentPause }) => paymentPause.pause({ at: clock.now(), why: BY_A_TEST })),
    paymentCalled: async (id: string) =>
      (await store.unitOfWork.run(async ({ payments }) => Ok(await payments.find(companyId, id)))).unwrap(),
  };
};

export type Scenario = Awaited<ReturnType<typeof scenario>>;

export const payThrough = (it: Scenario, change: Partial<MobileMoney>, id?: string) =>
  payQuote({ ...it, providers: providersOf({ ...it.provider, ...change }) })({
    companyId: it.quote.companyId,
    quoteId: it.quote.id,
    phoneNumber: PAYER,
    id,
  });
