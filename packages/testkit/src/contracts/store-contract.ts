import { allOf } from './port-contract.ts';
import { contractDaysContract } from './days.ts';
import { differencesContract } from './differences.ts';
import { dueWorkContract } from './due-work.ts';
import { figuresContract } from './figures.ts';
import { filteredListsContract } from './filtered-lists.ts';
import { idempotencyKeysContract } from './idempotency-keys.ts';
import { actionItemQueriesContract } from './action-item-queries.ts';
import { journalContract } from './journal.ts';
import { ledgerContract } from './ledger.ts';
import { ledgerReadingContract } from './ledger-reading.ts';
import { leasesContract } from './leases.ts';
import { lookUpsContract } from './look-ups.ts';
import { operatorListsContract } from './operator-lists.ts';
import { operatorQueriesContract } from './operator-queries.ts';
import { pagesContract } from './pages.ts';
import { paymentRepositoriesContract } from './payment-repositories.ts';
import { apiKeysContract } from './api-keys.ts';
import { repositoriesContract } from './repositories.ts';
import { savedContract } from './saved.ts';
import { searchContract } from './search.ts';
import { atomicityContract } from './unit-of-work.ts';
import { statementsContract } from './statements.ts';
import { tenancyContract } from './tenancy.ts';
import { queriesContract } from './queries.ts';
import { vouchersContract } from './vouchers.ts';
import { workQueuesContract } from './work-queues.ts';

/** The requirements on every store of this service. Each case needs an empty store. */
export const storeContract = allOf('Store', [
  atomicityContract,
  savedContract,
  repositoriesContract,
  apiKeysContract,
  paymentRepositoriesContract,
  tenancyContract,
  dueWorkContract,
  leasesContract,
  workQueuesContract,
  queriesContract,
  operatorQueriesContract,
  operatorListsContract,
  actionItemQueriesContract,
  lookUpsContract,
  searchContract,
  pagesContract,
  filteredListsContract,
  contractDaysContract,
  idempotencyKeysContract,
  journalContract,
  ledgerContract,
  ledgerReadingContract,
  vouchersContract,
  figuresContract,
  statementsContract,
  differencesContract,
]);
