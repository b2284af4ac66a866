import type { Fault } from './fault.ts';
import { CALLERS } from './faults/callers.ts';
import { COMPANIES } from './faults/companies.ts';
import { CONDITIONS } from './faults/conditions.ts';
import { CONFLICTS } from './faults/conflicts.ts';
import { CONNECTIONS } from './faults/connections.ts';
import { LOCKS } from './faults/locks.ts';
import { TRANSACTIONS } from './faults/transactions.ts';

const ALL = [TRANSACTIONS, LOCKS, CONDITIONS, CONFLICTS, COMPANIES, CALLERS, CONNECTIONS];

export const FAULTS: Readonly<Record<string, Fault & { readonly foundBy: string }>> = Object.fromEntries(
  ALL.flatMap((each) => Object.entries(each)).flatMap(([foundBy, faults]) =>
    Object.entries(faults).map(([name, fault]) => [
      name,
      { foundBy, ...(typeof fault === 'function' ? { statement: fault } : fault) },
    ]),
  ),
);
