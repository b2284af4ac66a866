import type { KeyLookup, Store } from '@vehicle-insurance/core';
import { database, type DatabaseOptions } from './database.ts';
import { requestLimiters, type RequestLimiters } from './request-limiters.ts';
import { unitOfWork } from './unit-of-work.ts';
import { keyLookup } from './views/key-lookup.ts';
import { catalogue } from './views/catalogue.ts';
import { contractDays } from './views/contract-days.ts';
import { contractQueries } from './views/contract-views.ts';
import { clearLeases, dueWork } from './views/due-work.ts';
import { idempotencyKeys } from './views/idempotency-keys.ts';
import { paymentQueries } from './views/payment-views.ts';
import { lookUps } from './views/look-ups.ts';
import { providersInUse } from './views/providers-in-use.ts';
import { quoteQueries } from './views/quote-views.ts';
import { suspectKeyLookup } from './views/suspect-key-lookup.ts';
import { vehicleQueries } from './views/vehicle-views.ts';
import { workQueries } from './views/work-views.ts';

/** Use of the connection pool. */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** Every store port of the core, on one PostgreSQL database. */
export interface Persistence extends Store {
  /** As `keyLookup`, for callers whose address has sent too many bad keys: may take a tenth of a second. */
  readonly suspectKeyLookup: KeyLookup;
  readonly requestLimiters: RequestLimiters;
  /** The connections this process holds and may hold, and how many statements wait for one. */
  connections(): Connections;
  /** Throws `StoreUnavailable`, saying why, unless the database answers and takes changes. */
  ping(): Promise<void>;
  /** Ends every lease, those of killed processes too. Only for a database that no other process works on. */
  clearLeases(): Promise<void>;
  /** The mobile-money providers that some payment or refund still needs, by name. */
  providersInUse(): Promise<readonly string[]>;
  /** Waits for what is under way and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the store. The database must be migrated (`migrate`) and need not be reachable yet: connections are made when
 * first needed, and anything that needs one throws `StoreUnavailable` until then. Each new connection checks that the
 * database is this environment's; otherwise every call rejects with `ForeignDatabase`.
 */
export const persistence = async (options: DatabaseOptions): Promise<Persistence> => {
  const store = await database(options);
  const known = keyLookup(store);
  return {
    unitOfWork: unitOfWork(store),
    dueWork: dueWork(store),
    vehicleQueries: vehicleQueries(store),
    quoteQueries: quoteQueries(store),
    contractQueries: contractQueries(store),
    contractDays: contractDays(store),
    paymentQueries: paymentQueries(store),
    workQueries: workQueries(store),
    lookUps: lookUps(store),
    idempotencyKeys: idempotencyKeys(store),
    keyLookup: known,
    suspectKeyLookup: suspectKeyLookup(store, known),
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
