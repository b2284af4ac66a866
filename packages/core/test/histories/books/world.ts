import {
  ABIDJAN,
  addDays,
  dateOf,
  later,
  startOfDay,
  sweepers,
  type Instant,
  type LocalDate,
  type Cause,
  type MobileMoney,
  type Payment,
  type Providers,
  type Refund,
  type Store,
  type StatementLine,
  type TimeZone,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import {
  aBookkeeping,
  aCoverage,
  anotherQuote,
  aPremium,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  fakeStatement,
  instantTimer,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  sequentialIds,
  silentTrigger,
  storedCompany,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { importStatement } from '../../../src/use-cases/statement/import-statement.ts';
import { lookForMissing, planStatements } from '../../../src/use-cases/statement/read-statement.ts';
import { agreementWith } from '../../../src/use-cases/statement/compare-with-records.ts';
import { findingsIn } from '../../../src/use-cases/statement/findings.ts';
import { WITH_LEVIES } from '../purchase/insured.ts';

export interface Random {
  readonly below: (end: number) => number;
  readonly of: <Values extends readonly [unknown, ...unknown[]]>(values: Values) => Values[number];
}

/** The fields in which a statement misstates a line; null omits the line. */
export type Misstatement = Partial<StatementLine> | null;

/**
 * The modest provider has few capabilities, and an operator imports its statement. The other provider is called able:
 * the service reads its statement itself.
 */
const MODEST = {
  refund: false,
  expire: false,
  debits: 'unreported',
  payerLock: false,
  address: 'at opening',
  notifications: 'none',
} as const;

const FEES = [
  { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
  { basisPoints: 0, fixed: 0, minimum: 0, maximum: null, step: 1 },
  { basisPoints: 175, fixed: 50, minimum: 100, maximum: 1_000, step: 5 },
] as const;

/** Noon, minutes before midnight, and the last evening of a month in a zone that is half a day ahead. */
const BEGINNINGS = [
  ['2026-01-15T11:00:00.000Z', ABIDJAN],
  ['2026-01-15T23:35:00.000Z', ABIDJAN],
  ['2026-01-31T06:40:00.000Z', 'Pacific/Auckland'],
] as const;

/** Days within which all work ends, and minutes after which an interrupted reading is retried. */
const DAYS_OF_REST = 7;
const RETRIED_AFTER = 15;

const ALL = 10_000;

export const nameOf = ({ provider, kind, transactionId }: StatementLine): string =>
  `${provider} ${kind} ${transactionId}`;

/** What a history runs on: its programs, which book by the calendar of a time zone. */
export type BooksGround = (zone: TimeZone) => {
  readonly programs: readonly [Store, ...(readonly Store[])];
  endLeases(): Promise<void>;
};

const inMemory: BooksGround = (zone) => {
  const store = memoryStore({ elapsed: () => 0, bookkeeping: aBookkeeping(zone) });
  return { programs: [store], endLeases: store.endLeases };
};

export const booksWorld = async (random: Random, ground: BooksGround = inMemory) => {
  const [begins, zone] = random.of(BEGINNINGS);
  const { programs, endLeases } = ground(zone);
  const begin = begins as Instant;
  const first = later(begin, { hours: -48 });
  const clock = clockAt(begin);
  const opened: string[] = [];
  let commits = 0;
  const countCommits = (program: Store): Store => {
    const unitOfWork: UnitOfWork = {
      run: async (work) => {
        const result = await program.unitOfWork.run(work);
        commits += 1;
        return result;
      },
    };
    return { ...program, unitOfWork };
  };
  const store = { ...countCommits(programs[0]), endLeases };
  const ids = sequentialIds();
  const able = fakeMobileMoney({ clock, name: 'able' });
  const modest = fakeMobileMoney({ clock, name: 'modest', capabilities: MODEST });
  const errors = collectedErrors();
  const account = {
    able: { provider: able, statement: fakeStatement(able, zone), misstated: new Map<string, Misstatement>() },
    modest: { provider: modest, statement: fakeStatement(modest, zone), misstated: new Map<string, Misstatement>() },
  };
  const accounts = Object.values(account);
  for (const { statement, misstated } of accounts) {
    statement.tell((line) => {
      const fields = misstated.get(line.transactionId);
      return fields === null ? null : { ...line, ...fields };
    });
  }
  let opening: MobileMoney = random.below(3) === 0 ? modest : able;
  const providers: Providers = {
    get opening() {
      return opening;
    },
    named: (name) => (name === 'able' ? able : modest),
    has: (name) => name === 'able' || name === 'modest',
  };
  const dependencies = {
    ...store,
    ...{ clock, ids, zone, providers },
    documents: memoryDocuments({ clock }),
    errorReporter: errors,
    trigger: silentTrigger,
    timer: instantTimer(),
    fees: random.of(FEES),
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    quoteHorizon: 365,
    eventDays: 90,
    certificateAuthority: fakeCertificateAuthority(),
    contractDocument: plainContractDocument(),
    insuranceCompany: 'Assurances Exemple',
    statementSources: [account.able.statement],
    merchantFees: { able: 100 },
  };
  const company = await storedCompany(store.unitOfWork);
  const vehicle = await storedVehicle(store.unitOfWork, company.id);
  const storeQuote = async (over: Parameters<typeof anotherQuote>[3]) =>
    (await anotherQuote(store.unitOfWork, company, vehicle, { startDate: '2026-03-01' as LocalDate, ...over })).quote;
  const quotes = [
    await storeQuote({
      premium: random.of([aPremium(), WITH_LEVIES]),
      coverage: aCoverage({ insurer: 'lagune', commission: random.of([0, 1_250, 1_337]) }),
    }),
    await storeQuote({ premium: WITH_LEVIES, coverage: aCoverage({ commission: 1_500 }) }),
  ];
  const processes = programs.map((program) => ({ ...dependencies, ...countCommits(program) }));
  const sweeping = processes.map((each) => sweepers(each).payments);
  const planning = processes.flatMap((each) => [planStatements(each), lookForMissing(each)]);
  const importing = processes.map(importStatement);

  const runPayments = async (): Promise<void> => void (await Promise.all(sweeping.map((each) => each.run())));
  const readDays = async (): Promise<void> => {
    await Promise.all(planning.map((plan) => plan()));
    await runPayments();
  };
  const importSince = (from: Instant) => {
    const lines = account.modest.statement.lines().filter(({ at }) => at >= from && at <= clock.now());
    const days = [dateOf(from, zone), dateOf(clock.now(), zone)] as const;
    return Promise.all(importing.map((bring) => bring('modest', lines, days)));
  };
  let isImported = false;
  const passDay = async (): Promise<void> => {
    clock.moveTo(later(startOfDay(addDays(dateOf(clock.now(), zone), 1), zone), { hours: 2 }));
    await runPayments();
    await readDays();
    // No statement is imported for an unused account; one for a used account covers as many days as one call reads.
    if (account.modest.provider.sessions().length + account.modest.statement.lines().length > 0) {
      await importSince(isImported ? later(clock.now(), { hours: -74 }) : first);
      isImported = true;
    }
    // The jobs query and refund what was found, and retry interrupted readings. Then everything is compared again.
    clock.advance({ minutes: RETRIED_AFTER });
    await store.endLeases();
    await runPayments();
    await readDays();
  };
  /** Whether no work is left and every day with a movement was read. */
  const isAtRest = async (): Promise<boolean> => {
    if ((await store.dueWork.next('payments', 'refunds', 'notifications')) !== undefined) return false;
    const kept = await store.statements.lines(first, clock.now(), ALL);
    for (const { provider, statement } of accounts) {
      const known = new Set(kept.filter((line) => line.provider === provider.provider).map(nameOf));
      if (!statement.lines().every((line) => known.has(nameOf(line)))) return false;
      const agreement = await agreementWith(dependencies, provider.provider);
      const facts = await store.statements.facts(provider.provider, opened);
      if (facts.some((each) => findingsIn(each, agreement).some(({ kind }) => kind === 'awaited'))) return false;
    }
    return true;
  };

  return {
    ...{ first, zone, clock, store, account, accounts, errors, dependencies, company, quotes, opened },
    ...{ importSince, passDay, runPayments },
    /** Refunds that an operator transferred, and those that the provider made as well. */
    byHand: new Set<string>(),
    repeated: new Set<string>(),
    /** Settlements of refunds that an operator recorded later, by cause and subject. */
    settled: new Map<string, { readonly cause: Cause; readonly amount: number; readonly payment: Payment }>(),
    /**
     * References with a session that was charged twice. No provider reports the second charge, and an operator arranges
     * its refund.
     */
    charged: new Set<string>(),
    ends: new Array<string>(),
    /** References of vouchers, each used once. */
    voucherReferences: sequentialIds(),
    /** Whether no program runs its jobs beside the events. */
    isAlone: programs.length === 1,
    days: { passed: 0 },
    /** The number of units of work so far. While it does not change, nothing is booked. */
    commits: () => commits,
    /** Jobs that run beside an event. Each job runs twice, and the second run begins before the first has ended. */
    meanwhile: () => Promise.all([runPayments(), endLeases().then(runPayments)]),
    switchProvider: () => {
      opening = opening === able ? modest : able;
    },
    /** Ends all failures, and lets days pass until every statement has been read for the last time. */
    rest: async (): Promise<void> => {
      for (const { provider } of accounts) {
        provider.speakAgain();
        provider.allow({ refund: true, expire: true });
      }
      for (let day = 0; day < DAYS_OF_REST; day += 1) {
        await passDay();
        if (day > 0 && (await isAtRest())) return;
      }
    },
  };
};

export type BooksWorld = Awaited<ReturnType<typeof booksWorld>>;

export const factsOf = async ({ store, account, opened }: BooksWorld) => ({
  able: await store.statements.facts(account.able.provider.provider, opened),
  modest: await store.statements.facts(account.modest.provider.provider, opened),
});

export const refundsOf = async (world: BooksWorld): Promise<readonly Refund[]> => {
  const { able, modest } = await factsOf(world);
  return [...able, ...modest].flatMap(({ refunds }) => refunds);
};
