import type {
  Callers,
  Catalogue,
  ContractDays,
  ContractViews,
  DueWork,
  PaymentViews,
  QuoteViews,
  UnitOfWork,
  VehicleViews,
  WorkViews,
} from '@vehicle-insurance/core';
import { database, type DatabaseOptions } from './database.ts';
import { unitOfWork } from './unit-of-work.ts';
import { callers } from './views/callers.ts';
import { catalogue } from './views/catalogue.ts';
import { contractDays } from './views/contract-days.ts';
import { contractViews } from './views/contract-views.ts';
import { clearLeases, dueWork } from './views/due-work.ts';
import { paymentViews } from './views/payment-views.ts';
import { quoteViews } from './views/quote-views.ts';
import { vehicleViews } from './views/vehicle-views.ts';
import { workViews } from './views/work-views.ts';

/** Every store port of the core, kept in one PostgreSQL database. */
export interface Persistence {
  readonly unitOfWork: UnitOfWork;
  readonly dueWork: DueWork;
  readonly vehicleViews: VehicleViews;
  readonly quoteViews: QuoteViews;
  readonly contractViews: ContractViews;
  readonly contractDays: ContractDays;
  readonly paymentViews: PaymentViews;
  readonly workViews: WorkViews;
  readonly callers: Callers;
  readonly catalogue: Catalogue;
  /** Throws `StoreUnavailable` unless the database answers. */
  ping(): Promise<void>;
  /** Ends every lease, those of killed processes too. Only where no other process works on the database. */
  clearLeases(): Promise<void>;
  /** Waits for what is under way and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the store. The database must be migrated (`migrate`), and need not be reachable yet: connections are made when
 * they are first needed, and anything that needs one throws `StoreUnavailable` until then.
 */
export const persistence = async (options: DatabaseOptions): Promise<Persistence> => {
  const store = await database(options);
  return {
    unitOfWork: unitOfWork(store),
    dueWork: dueWork(store),
    vehicleViews: vehicleViews(store),
    quoteViews: quoteViews(store),
    contractViews: contractViews(store),
    contractDays: contractDays(store),
    paymentViews: paymentViews(store),
    workViews: workViews(store),
    callers: callers(store),
    catalogue: catalogue(store),
    ping: async () => {
      await store.query('ping', 'select 1');
    },
    clearLeases: () => clearLeases(store),
    close: store.close,
  };
};
