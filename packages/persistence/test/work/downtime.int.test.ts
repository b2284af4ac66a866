import { ABIDJAN, chargedAmount, jobs, later, type Payment } from '@vehicle-insurance/core';
import {
  anotherQuote,
  aPayment,
  aPaymentSession,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshIds,
  instantTimer,
  inUnit,
  memoryDocuments,
  plainContractDocument,
  providersOf,
  silentTrigger,
  SOME_MORNING,
  storedCompany,
  storedPayment,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { testStore, type TestStore } from '../test-store.ts';

/** Payments at each provider: more than a lane works on at once. */
const MANY = 20;

describe('payments that lose two answers, with a day of downtime in between', function () {
  this.timeout(60_000);
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  // Proves: silence-closes-nothing
  it('stay pending, and become contracts if they were paid in time; those of another provider are not touched', async () => {
    const clock = clockAt(SOME_MORNING);
    const fakes = { here: fakeMobileMoney({ clock, name: 'here' }), away: fakeMobileMoney({ clock, name: 'away' }) };
    const given = {
      ...test.store,
      clock,
      ids: freshIds(),
      trigger: silentTrigger,
      zone: ABIDJAN,
      errorReporter: collectedErrors(),
      documents: memoryDocuments({ clock }),
      contractDocument: plainContractDocument(),
      certificateAuthority: fakeCertificateAuthority(),
      providers: providersOf(fakes.here, fakes.away),
      policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
      eventDays: 90,
    };
    /** A process that runs once: each has a pace of its own. */
    const run = () => jobs({ ...given, timer: instantTimer() }).payments();
    const company = await storedCompany(test.store.unitOfWork);
    const vehicle = await storedVehicle(test.store.unitOfWork, company.id);
    const open = async (provider: 'here' | 'away'): Promise<Payment> => {
      const { quote } = await anotherQuote(test.store.unitOfWork, company, vehicle);
      const payment = aPayment({ provider, created: clock.now() });
      const opened = await fakes[provider].open({
        reference: payment.id,
        amount: chargedAmount(payment),
        payer: payment.payer,
      });
      const session = aPaymentSession({ id: opened.outcome === 'done' ? opened.value.id : '' });
      return storedPayment(test.store.unitOfWork, quote, {
        ...payment,
        session,
        due: { at: later(clock.now(), { minutes: 2 }), attempts: 0 },
      });
    };
    const payments: Payment[] = [];
    for (let n = 0; n < MANY; n += 1) payments.push(await open('here'), await open('away'));
    const statuses = async (provider: string): Promise<readonly string[]> => {
      const found = [];
      for (const payment of payments)
        if (payment.provider === provider)
          found.push(await inUnit(test.store.unitOfWork, (tx) => tx.payments.find(company.id, payment.id)));
      return [...new Set(found.map((payment) => payment?.status ?? 'gone'))];
    };

    fakes.away.fallSilent();
    for (const { id, provider } of payments) fakes[provider as 'here' | 'away'].pay(id);
    clock.advance({ minutes: 2 });
    await run();
    expect([await statuses('here'), await statuses('away')]).to.deep.equal([['succeeded'], ['pending']]);
    clock.advance({ hours: 24 });
    await run();
    expect(await statuses('away')).to.deep.equal(['pending']);
    fakes.away.speakAgain();
    clock.advance({ minutes: 1 });
    await run();
    expect(await statuses('away')).to.deep.equal(['succeeded']);
  });
});
