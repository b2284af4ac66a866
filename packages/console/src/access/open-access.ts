import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { links, type Links } from './links.ts';
import { proposals, type Proposals } from './proposals.ts';
import { sessions, type SessionEnds, type Sessions } from './sessions.ts';
import type { Tables } from './tables.ts';

/** What the console keeps of its own, in the service's database. */
export interface Access {
  readonly links: Links;
  readonly sessions: Sessions;
  readonly proposals: Proposals;
  readonly close: () => Promise<void>;
}

/** Milliseconds: nothing that is asked here takes long. */
const STATEMENT_WITHIN = 5_000;
/** A console has few users. */
const CONNECTIONS = 3;

/** Opens the console's tables at the address; `npm run migrate` has made them. */
export const openAccess = (url: string, ends: SessionEnds): Access => {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    statement_timeout: STATEMENT_WITHIN,
    connectionTimeoutMillis: STATEMENT_WITHIN,
  });
  // An idle connection that is lost is replaced by the next statement.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema('console');
  return { links: links(db), sessions: sessions(db, ends), proposals: proposals(db), close: () => db.destroy() };
};
