import { sql, type Kysely } from 'kysely';
import { hashOf, newSecret } from './secret.ts';
import type { SignedIn } from './person.ts';
import type { Tables } from './tables.ts';

/** When sessions end without a sign-out. */
export interface SessionEnds {
  /** Minutes without a request. */
  readonly idle: number;
  /** Hours since the sign-in, used or not. */
  readonly absolute: number;
}

/** Who is signed in, for all processes. */
export interface Sessions {
  /** Begins a session; returns its secret, for the person's browser alone. */
  readonly begin: (person: SignedIn) => Promise<string>;
  /** The person of a session; undefined where there is none or it has ended. */
  readonly find: (secret: string) => Promise<SignedIn | undefined>;
  /** The same, and restarts the idle time. */
  readonly use: (secret: string) => Promise<SignedIn | undefined>;
  /** Ends every session of the person, in all browsers. */
  readonly endAllOf: (person: SignedIn) => Promise<void>;
}

const SIGNED_IN = ['name', 'role', 'issuer', 'subject'] as const;

/** In real time: moving a sandbox's clock signs no one out. */
export const sessions = (db: Kysely<Tables>, { idle, absolute }: SessionEnds): Sessions => {
  const notIdle = sql<boolean>`seen_at > now() - ${idle} * interval '1 minute'`;
  const notOld = sql<boolean>`created_at > now() - ${absolute} * interval '1 hour'`;
  const isLive = (secret: string) => sql<boolean>`hash = ${hashOf(secret)} and ${notIdle} and ${notOld}`;
  return {
    begin: async ({ name, role, issuer, subject }) => {
      const secret = newSecret();
      await db
        .deleteFrom('session')
        .where(sql<boolean>`not (${notIdle} and ${notOld})`)
        .execute();
      await db
        .insertInto('session')
        .values({ name, role, issuer, subject, hash: hashOf(secret) })
        .execute();
      return secret;
    },
    find: (secret) => db.selectFrom('session').select(SIGNED_IN).where(isLive(secret)).executeTakeFirst(),
    use: (secret) =>
      db
        .updateTable('session')
        .set({ seen_at: sql`now()` })
        .where(isLive(secret))
        .returning(SIGNED_IN)
        .executeTakeFirst(),
    endAllOf: async ({ name, issuer, subject }) => {
      await db
        .deleteFrom('session')
        .where('issuer', 'is not distinct from', issuer)
        .where((where) => (subject === null ? where('name', '=', name) : where('subject', '=', subject)))
        .execute();
    },
  };
};
