import { memoryContractDays } from './contract-days.ts';
import { memoryContractViews } from './contract-views.ts';
import { memoryIdempotencyKeys } from './idempotency-keys.ts';
import { memoryDueWork } from './leases.ts';
import { memoryLookUps } from './look-ups.ts';
import { memoryQuoteViews } from './quote-views.ts';
import type { Store } from '../contracts/store.ts';
import { emptyMemory } from './tables.ts';
import { memoryUnitOfWork } from './unit-of-work.ts';
import { memoryCallers, memoryCatalogue, memoryPaymentViews, memoryVehicleViews } from './views.ts';
import { memoryWorkViews } from './work-views.ts';

/** What a store in memory can be told. */
export interface MemoryStoreOptions {
  /** Milliseconds of real time, by which leases end. */
  readonly elapsed?: () => number;
}

/** Every store port of the core on one store in memory, and a way to let its leases run out. */
export type MemoryStore = Store & { endLeases(): Promise<void> };

/**
 * A store that keeps everything in memory and behaves as a database does where it matters: all or nothing, one winner
 * of every race, no lost change, leases that end. It passes the same contracts as the real one.
 */
export const memoryStore = ({ elapsed = () => performance.now() }: MemoryStoreOptions = {}): MemoryStore => {
  let skipped = 0;
  const memory = emptyMemory(() => elapsed() + skipped);
  return {
    unitOfWork: memoryUnitOfWork(memory),
    dueWork: memoryDueWork(memory),
    vehicleViews: memoryVehicleViews(memory),
    quoteViews: memoryQuoteViews(memory),
    contractViews: memoryContractViews(memory),
    contractDays: memoryContractDays(memory),
    paymentViews: memoryPaymentViews(memory),
    workViews: memoryWorkViews(memory),
    lookUps: memoryLookUps(memory),
    idempotencyKeys: memoryIdempotencyKeys(memory),
    callers: memoryCallers(memory),
    catalogue: memoryCatalogue(memory),
    endLeases: async () => {
      skipped += ONE_DAY;
    },
  };
};

const ONE_DAY = 24 * 60 * 60 * 1000;
