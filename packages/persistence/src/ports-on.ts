import { makeCommitListeners } from '@vehicle-insurance/core';
import type { TypedDatabase } from './tables/builder.ts';
import { tablesOf } from './database/tables-of.ts';
import { unitOfWork } from './unit-of-work.ts';
import { keyLookup } from './companies/key-lookup.ts';
import { catalogue } from './quotes/catalogue.ts';
import { books } from './books/books.ts';
import { contractDays } from './contracts/contract-days.ts';
import { contractQueries } from './contracts/queries.ts';
import { clearLeases, dueWork } from './work/due-work.ts';
import { jobRuns } from './work/job-runs.ts';
import { journal } from './history/journal.ts';
import { idempotencyKeys } from './work/idempotency-keys.ts';
import { paymentQueries } from './payments/queries.ts';
import { figures } from './operators/figures.ts';
import { lookUps } from './operators/look-ups.ts';
import { providersInUse } from './payments/providers-in-use.ts';
import { statements } from './statements/queries.ts';
import { quoteQueries } from './quotes/queries.ts';
import { vehicleQueries } from './vehicles/queries.ts';
import { workQueries } from './operators/work-status.ts';

/** The ports on an open database. Their caches start empty. */
export const portsOn = (store: TypedDatabase) => {
  const { committed, onCommitted } = makeCommitListeners();
  return {
    unitOfWork: unitOfWork(store, committed),
    onCommitted,
    dueWork: dueWork(store),
    vehicleQueries: vehicleQueries(store),
    quoteQueries: quoteQueries(store),
    contractQueries: contractQueries(store),
    contractDays: contractDays(store),
    paymentQueries: paymentQueries(store),
    workQueries: workQueries(store),
    jobRuns: jobRuns(store),
    lookUps: lookUps(store),
    idempotencyKeys: idempotencyKeys(store),
    keyLookup: keyLookup(store),
    catalogue: catalogue(store),
    journal: journal(store),
    books: books(store),
    figures: figures(store),
    statements: statements(store),
    connections: () => {
      const { totalCount, idleCount, waitingCount, options } = store.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, limit: options.max };
    },
    nodesAway: store.nodes.count,
    tablesOf: <Tables>(schema: string) => tablesOf<Tables>(store, schema),
    ping: store.ping,
    clearLeases: () => clearLeases(store),
    providersInUse: () => providersInUse(store),
    close: store.close,
  };
};
