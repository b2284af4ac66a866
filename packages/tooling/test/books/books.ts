import {
  ABIDJAN,
  jobs,
  payQuote,
  receiveNotification,
  type Transaction,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { migrate, persistence, type Persistence } from '@vehicle-insurance/persistence';
import {
  aBookkeeping,
  anotherQuote,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshId,
  instantTimer,
  memoryDocuments,
  plainContractDocument,
  providersOf,
  silentTrigger,
  SOME_MORNING,
  storedCompany,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import process from 'node:process';
import { postgresCpu, type PostgresCpu } from '../../bench/accounting/postgres-cpu.ts';
import { cpuOf } from '../../bench/accounting/process-cpu.ts';
import { spreadOf } from '../../bench/report/statistics.ts';

// What the books cost, for docs/measurements.md.

/** Payments of a slice, and slices of each kind, by turns. */
const PAYMENTS = 100;
const SLICES = 15;

/** A unit of work that books nothing. */
const withoutBooks = (unitOfWork: UnitOfWork): UnitOfWork => ({
  run: (work) =>
    unitOfWork.run((tx) =>
      work(
        Object.create(tx, {
          ledger: { value: { post: async () => undefined, has: async () => false } },
        }) as Transaction,
      ),
    ),
});

describe('what the books cost', function () {
  this.timeout(1_800_000);
  let database: TestDatabase;
  let store: Persistence;
  let cpuOfPostgres: PostgresCpu;
  before(async () => {
    database = await testDatabase({ migrate: (url) => migrate({ url, environment: 'sandbox' }) });
    store = await persistence({ url: database.url, environment: 'sandbox', bookkeeping: aBookkeeping() });
    cpuOfPostgres = await postgresCpu(database.url);
  });
  after(async () => {
    await store.close();
    await database.drop();
  });

  /** Microseconds of CPU for a payment from its notification to its contract: of this process, and of PostgreSQL. */
  const slice = async (unitOfWork: UnitOfWork): Promise<readonly [number, number]> => {
    const clock = clockAt(SOME_MORNING);
    const provider = fakeMobileMoney({ clock });
    const dependencies = {
      ...store,
      unitOfWork,
      clock,
      ids: { next: freshId },
      documents: memoryDocuments({ clock }),
      errorReporter: collectedErrors(),
      trigger: silentTrigger,
      zone: ABIDJAN,
      timer: instantTimer(),
      providers: providersOf(provider),
      fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
      policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
      quoteHorizon: 365,
      eventDays: 90,
      certificateAuthority: fakeCertificateAuthority(),
      contractDocument: plainContractDocument(),
    };
    const company = await storedCompany(store.unitOfWork);
    for (let n = 0; n < PAYMENTS; n += 1) {
      const vehicle = await storedVehicle(store.unitOfWork, company.id);
      const { quote } = await anotherQuote(store.unitOfWork, company, vehicle);
      const asked = { companyId: company.id, quoteId: quote.id, phoneNumber: '+2250505060708' };
      const { id } = (await payQuote(dependencies)(asked)).unwrap();
      provider.pay(id);
    }
    const sessions = provider.sessions();
    const before = [cpuOf(process.pid), cpuOfPostgres()] as const;
    for (const { id } of sessions)
      (
        await receiveNotification(dependencies)({ provider: provider.provider, ...provider.notificationAbout(id) })
      ).unwrap();
    await jobs(dependencies).payments();
    const spent = [cpuOf(process.pid) - before[0], cpuOfPostgres() - before[1]] as const;
    const opened = await store.contractQueries.page(company.id, {}, { page: 1, limit: 1 });
    expect(opened.total).to.equal(PAYMENTS);
    return [spent[0] / PAYMENTS, spent[1] / PAYMENTS];
  };

  it('a payment, from its notification to its contract', async () => {
    const kinds = { without: withoutBooks(store.unitOfWork), with: store.unitOfWork };
    for (const unitOfWork of Object.values(kinds)) await slice(unitOfWork);
    const spent: Record<keyof typeof kinds, (readonly [number, number])[]> = { without: [], with: [] };
    for (let n = 0; n < SLICES; n += 1)
      for (const kind of n % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const))
        spent[kind].push(await slice(kinds[kind]));
    const of = (kind: keyof typeof kinds, which: 0 | 1): number =>
      spreadOf(spent[kind].map((each) => each[which])).median;
    const sum = (kind: keyof typeof kinds): number =>
      spreadOf(spent[kind].map(([own, postgres]) => own + postgres)).median;
    for (const kind of ['without', 'with'] as const)
      console.log(
        `      ${kind} books: ${of(kind, 0).toFixed(0)} µs of the service, ${of(kind, 1).toFixed(0)} µs of PostgreSQL, ${sum(kind).toFixed(0)} µs together`,
      );
    console.log(`      ${((sum('with') / sum('without') - 1) * 100).toFixed(1)} % more`);
  });
});
