import { allOf } from './port-contract.ts';
import { contractDaysContract } from './days.ts';
import { dueWorkContract } from './due-work.ts';
import { idempotencyKeysContract } from './idempotency-keys.ts';
import { attentionViewsContract } from './attention-views.ts';
import { lookUpsContract } from './look-ups.ts';
import { operatorViewsContract } from './operator-views.ts';
import { paymentRepositoriesContract } from './payment-repositories.ts';
import { repositoriesContract } from './repositories.ts';
import { atomicityContract } from './unit-of-work.ts';
import { viewsContract } from './views.ts';
import { workQueuesContract } from './work-queues.ts';

/** Everything a store of this service must do: run it on a subject that is empty for each case. */
export const storeContract = allOf('Store', [
  atomicityContract,
  repositoriesContract,
  paymentRepositoriesContract,
  dueWorkContract,
  workQueuesContract,
  viewsContract,
  operatorViewsContract,
  attentionViewsContract,
  lookUpsContract,
  contractDaysContract,
  idempotencyKeysContract,
]);
