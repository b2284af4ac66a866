import { persistence } from '@vehicle-insurance/persistence';
import type { Variables } from '../configuration/variables.ts';
import type { Infrastructure } from './infrastructure.ts';
import { bindings } from './wiring.ts';

/** The core's stores, in one PostgreSQL database. */
export const persistenceModule = bindings<{ configuration: Variables; infrastructure: Infrastructure }>()
  .make(
    'store',
    ['configuration', 'infrastructure'],
    ({ configuration, infrastructure }) =>
      persistence({
        url: infrastructure.databaseUrl,
        environment: configuration.ENVIRONMENT,
        poolSize: configuration.DATABASE_POOL,
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
    'lookUps',
    'idempotencyKeys',
    'keyLookup',
    'suspectKeyLookup',
    'catalogue',
  ]);
