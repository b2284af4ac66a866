import type {
  Callers,
  Catalogue,
  ContractDays,
  ContractViews,
  DueWork,
  IdempotencyKeys,
  LookUps,
  PaymentViews,
  QuoteViews,
  UnitOfWork,
  VehicleViews,
  WorkViews,
} from '@vehicle-insurance/core';
import { database, type DatabaseOptions } from './database.ts';
import { requestLimiters, type RequestLimiters } from './request-limiters.ts';
import { unitOfWork } from './unit-of-work.ts';
import { callers } from './views/callers.ts';
import { catalogue } from './views/catalogue.ts';
import { contractDays } from './views/contract-days.ts';
import { contractViews } from './views/contract-views.ts';
import { clearLeases, dueWork } from './views/due-work.ts';
import { idempotencyKeys } from './views/idempotency-keys.ts';
import { paymentViews } from './views/payment-views.ts';
import { lookUps } from './views/look-ups.ts';
import { providersInUse } from './views/providers-in-use.ts';
import { quoteViews } from './views/quote-views.ts';
import { suspectCallers } from './views/suspect-callers.ts';
import { vehicleViews } from './views/vehicle-views.ts';
import { workViews } from './views/work-views.ts';

/** How the connections to the database are used. */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

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
  /** For operators, who know a policy number or a phone and no id. */
  readonly lookUps: LookUps;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly callers: Callers;
  /** The same, for who asks from an address that has sent too many bad keys: may take a tenth of a second. */
  readonly suspectCallers: Callers;
  readonly catalogue: Catalogue;
  readonly requestLimiters: RequestLimiters;
  /** The connections this process holds and may hold, and how many statements wait for one. */
  connections(): Connections;
  /** Throws `StoreUnavailable`, saying why, unless the database answers and takes changes. */
  ping(): Promise<void>;
  /** Ends every lease, those of killed processes too. Only where no other process works on the database. */
  clearLeases(): Promise<void>;
  /** The mobile-money providers some payment or refund still needs, by name. */
  providersInUse(): Promise<readonly string[]>;
  /** Waits for what is under way and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the store. The database must be migrated (`migrate`), and need not be reachable yet: connections are made when
 * they are first needed, and anything that needs one throws `StoreUnavailable` until then. Each connection is asked
 * first whether the database is this environment's: on another one's, every call rejects with `ForeignDatabase`.
 */
export const persistence = async (options: DatabaseOptions): Promise<Persistence> => {
  const store = await database(options);
  const known = callers(store);
  return {
    unitOfWork: unitOfWork(store),
    dueWork: dueWork(store),
    vehicleViews: vehicleViews(store),
    quoteViews: quoteViews(store),
    contractViews: contractViews(store),
    contractDays: contractDays(store),
    paymentViews: paymentViews(store),
    workViews: workViews(store),
    lookUps: lookUps(store),
    idempotencyKeys: idempotencyKeys(store),
    callers: known,
    suspectCallers: suspectCallers(store, known),
    catalogue: catalogue(store),
    requestLimiters: requestLimiters(store),
    connections: () => {
      const { totalCount, idleCount, waitingCount, options } = store.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, limit: options.max };
    },
    ping: store.ping,
    clearLeases: () => clearLeases(store),
    providersInUse: () => providersInUse(store),
    close: store.close,
  };
};
