import { makeCommitListeners, type Bookkeeping, type Store } from '@vehicle-insurance/core';
import { aBookkeeping } from '../builders/bookkeeping.ts';
import { memoryContractDays } from './contract-days.ts';
import { memoryContractQueries } from './contract-queries.ts';
import { memoryIdempotencyKeys } from './idempotency-keys.ts';
import { memoryJournal } from './journal.ts';
import { memoryDueWork } from './leases.ts';
import { memoryFigures } from './figures.ts';
import { memoryBooks } from './ledger.ts';
import { memoryLookUps } from './look-ups.ts';
import { memoryQuoteQueries } from './quote-queries.ts';
import { memoryStatements } from './statements.ts';
import { emptyMemory } from './tables.ts';
import { memoryUnitOfWork } from './unit-of-work.ts';
import { memoryKeyLookup, memoryCatalogue, memoryPaymentQueries, memoryVehicleQueries } from './queries.ts';
import { memoryJobRuns, memoryWorkQueries } from './work-queries.ts';

/** Options of a store in memory. */
export interface MemoryStoreOptions {
  /** Milliseconds of real time, for the end of leases. */
  readonly elapsed?: () => number;
  /** The dependencies of bookings. The default is fresh ids, and Abidjan's calendar. */
  readonly bookkeeping?: Bookkeeping;
}

/** All store ports of the core, on a store in memory. A test can end the leases. */
export interface MemoryStore extends Store {
  /** Makes every lease end this number of seconds earlier, as if real time had passed. */
  passRealTime(seconds: number): Promise<void>;
  /** Ends every lease. */
  endLeases(): Promise<void>;
}

/**
 * A store that keeps all data in memory. It passes the contract suites of the real store: atomicity, one winner of
 * every race, no lost changes, leases that end.
 */
export const memoryStore = ({
  elapsed = () => performance.now(),
  bookkeeping = aBookkeeping(),
}: MemoryStoreOptions = {}): MemoryStore => {
  let skipped = 0;
  const passRealTime = async (seconds: number): Promise<void> => {
    skipped += seconds * 1000;
  };
  const memory = emptyMemory(() => elapsed() + skipped, bookkeeping);
  const { committed, onCommitted } = makeCommitListeners();
  return {
    unitOfWork: memoryUnitOfWork(memory, committed),
    onCommitted,
    dueWork: memoryDueWork(memory),
    vehicleQueries: memoryVehicleQueries(memory),
    quoteQueries: memoryQuoteQueries(memory),
    contractQueries: memoryContractQueries(memory),
    contractDays: memoryContractDays(memory),
    paymentQueries: memoryPaymentQueries(memory),
    workQueries: memoryWorkQueries(memory),
    jobRuns: memoryJobRuns(memory),
    lookUps: memoryLookUps(memory),
    idempotencyKeys: memoryIdempotencyKeys(memory),
    keyLookup: memoryKeyLookup(memory),
    catalogue: memoryCatalogue(memory),
    journal: memoryJournal(memory),
    books: memoryBooks(memory),
    figures: memoryFigures(memory),
    statements: memoryStatements(memory),
    passRealTime,
    endLeases: () => passRealTime(ONE_DAY),
  };
};

const ONE_DAY = 24 * 60 * 60;
