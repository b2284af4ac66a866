import type { Faults } from './fault.ts';
import { CALLERS } from './faults/callers.ts';
import { COMPANIES } from './faults/companies.ts';
import { CONDITIONS } from './faults/conditions.ts';
import { CONFLICTS } from './faults/conflicts.ts';
import { CONNECTIONS } from './faults/connections.ts';
import { LOCKS } from './faults/locks.ts';
import { TRANSACTIONS } from './faults/transactions.ts';

export const FAULTS: Faults = {
  ...TRANSACTIONS,
  ...LOCKS,
  ...CONDITIONS,
  ...CONFLICTS,
  ...COMPANIES,
  ...CALLERS,
  ...CONNECTIONS,
};
