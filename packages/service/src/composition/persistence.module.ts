import type { Clock, DueWork, ErrorReporter, Ids, TimeZone } from '@vehicle-insurance/core';
import { persistence } from '@vehicle-insurance/persistence';
import { checkedClock, clockWatch } from '../clock/clock-watch.ts';
import { keepComparing } from '../clock/keep-comparing.ts';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';
import { bindings } from './wiring.ts';

/** The core's stores in one PostgreSQL database, and the clock, which is compared with the database's clock. */
export const persistenceModule = bindings<{
  configuration: Variables;
  infrastructure: Infrastructure;
  errorReporter: ErrorReporter;
  warn: (message: string) => void;
  uncheckedClock: Clock;
  machineTime: () => number;
  ids: Ids;
  zone: TimeZone;
}>()
  .make('clockWatch', ['configuration', 'warn', 'errorReporter', 'machineTime'], ({ configuration, ...dependencies }) =>
    clockWatch({ ...dependencies, tolerance: configuration.CLOCK_TOLERANCE, elapsed: () => performance.now() }),
  )
  .make(
    'store',
    ['configuration', 'infrastructure', 'errorReporter', 'warn', 'clockWatch', 'ids', 'zone'],
    ({ configuration, infrastructure, errorReporter, warn, clockWatch, ids, zone }) =>
      persistence({
        url: infrastructure.databaseUrl,
        environment: configuration.ENVIRONMENT,
        bookkeeping: { ids, zone },
        poolSize: configuration.DATABASE_POOL,
        log: warn,
        onTime: clockWatch.read,
        nodeChanges: {
          away: (node, cause) =>
            errorReporter.report({
              what: `the database’s node ${node} does not respond: its companies get 503, and their work waits`,
              cause,
            }),
          back: (node) => warn(`the database’s node ${node} responds again: the work of its companies continues`),
        },
      }),
    (store) => store.close(),
  )
  .make(
    'comparing',
    ['clockWatch', 'store'],
    ({ clockWatch, store }) => keepComparing(clockWatch, store),
    (comparing) => comparing.close(),
  )
  .make('clock', ['uncheckedClock', 'clockWatch'], ({ uncheckedClock, clockWatch }) =>
    checkedClock(uncheckedClock, clockWatch),
  )
  .make('dueWork', ['store', 'clockWatch'], ({ store, clockWatch }): DueWork => {
    const { dueWork } = store;
    return {
      ...dueWork,
      // During a round, a worker claims work without reading the clock. So each claim checks the clock again.
      claim: async (...claimed) => {
        clockWatch.require();
        return dueWork.claim(...claimed);
      },
    };
  })
  .parts('store', [
    'unitOfWork',
    'vehicleQueries',
    'quoteQueries',
    'contractQueries',
    'contractDays',
    'paymentQueries',
    'workQueries',
    'jobRuns',
    'lookUps',
    'idempotencyKeys',
    'keyLookup',
    'catalogue',
    'journal',
    'books',
    'figures',
    'statements',
  ]);
