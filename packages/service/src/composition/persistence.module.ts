import type { ErrorReporter } from '@vehicle-insurance/core';
import { persistence } from '@vehicle-insurance/persistence';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';
import { bindings } from './wiring.ts';

/** The core's stores, in one PostgreSQL database. */
export const persistenceModule = bindings<{
  configuration: Variables;
  infrastructure: Infrastructure;
  errorReporter: ErrorReporter;
  warn: (message: string) => void;
}>()
  .make(
    'store',
    ['configuration', 'infrastructure', 'errorReporter', 'warn'],
    ({ configuration, infrastructure, errorReporter, warn }) =>
      persistence({
        url: infrastructure.databaseUrl,
        environment: configuration.ENVIRONMENT,
        poolSize: configuration.DATABASE_POOL,
        log: warn,
        nodeChanges: {
          away: (node, cause) =>
            errorReporter.report({
              what: `the database’s node ${node} does not answer: its companies get 503, and their work waits`,
              cause,
            }),
          back: (node) => warn(`the database’s node ${node} answers again: the work of its companies goes on`),
        },
      }),
    (store) => store.close(),
  )
  .parts('store', [
    'unitOfWork',
    'dueWork',
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
    'suspectKeyLookup',
    'catalogue',
    'journal',
    'books',
    'statements',
  ]);
