import type { Service } from '@vehicle-insurance/service';
import { consoleHistory, type ConsoleHistory } from './console-history.ts';
import { links, type Links } from './links.ts';
import { proposals, type Proposals } from './proposals.ts';
import { sessions, type SessionEnds, type Sessions } from './sessions.ts';
import type { Tables } from './tables.ts';

/** The console's own records, in the service's database. */
export interface Access {
  readonly links: Links;
  readonly sessions: Sessions;
  readonly proposals: Proposals;
  readonly history: ConsoleHistory;
}

/** Opens the console's tables on the store's database connections. `npm run migrate` creates the tables. */
export const openAccess = ({ tablesOf }: Pick<Service['bound']['store'], 'tablesOf'>, ends: SessionEnds): Access => {
  const db = tablesOf<Tables>('console');
  return { links: links(db), sessions: sessions(db, ends), proposals: proposals(db), history: consoleHistory(db) };
};
