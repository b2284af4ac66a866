import { sql, type Kysely } from 'kysely';
import { hashOf, newSecret } from './secret.ts';
import type { Person, Tables } from './tables.ts';

/** When sessions end by themselves. */
export interface SessionEnds {
  /** Minutes without a request. */
  readonly idle: number;
  /** Hours in any case. */
  readonly absolute: number;
}

/** Who is signed in, whichever process is asked. */
export interface Sessions {
  /** The secret of a new session, for its browser alone. */
  readonly begin: (person: Person) => Promise<string>;
  /** Whose session it is, and that it is used; undefined where there is none or it has ended. */
  readonly find: (secret: string) => Promise<Person | undefined>;
  /** Ends every session of the person, in all browsers. */
  readonly endAllOf: (name: string) => Promise<void>;
}

/** Time is real time: a sandbox's clock that is moved signs no one out. */
export const sessions = (db: Kysely<Tables>, { idle, absolute }: SessionEnds): Sessions => {
  const notIdle = sql<boolean>`seen_at > now() - ${idle} * interval '1 minute'`;
  const notOld = sql<boolean>`created_at > now() - ${absolute} * interval '1 hour'`;
  return {
    begin: async ({ name, role }) => {
      const secret = newSecret();
      await db
        .deleteFrom('session')
        .where(sql<boolean>`not (${notIdle} and ${notOld})`)
        .execute();
      await db
        .insertInto('session')
        .values({ name, role, hash: hashOf(secret) })
        .execute();
      return secret;
    },
    find: (secret) =>
      db
        .updateTable('session')
        .set({ seen_at: sql`now()` })
        .where('hash', '=', hashOf(secret))
        .where(notIdle)
        .where(notOld)
        .returning(['name', 'role'])
        .executeTakeFirst(),
    endAllOf: async (name) => {
      await db.deleteFrom('session').where('name', '=', name).execute();
    },
  };
};
