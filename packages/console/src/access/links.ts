import { isSameName, shownName, type Instant } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import { hashOf, newSecret } from './secret.ts';
import type { Person, SignedIn } from './person.ts';
import type { Tables } from './tables.ts';

/** Sign-in links. Each is valid once. */
export interface Links {
  /** Creates a link that expires after `minutes`. Returns the link's secret. */
  readonly make: (person: Person, minutes: number) => Promise<string>;
  /**
   * Uses up the link and returns its person; undefined if the link was used or has expired. Of two concurrent calls,
   * only one succeeds.
   */
  readonly redeem: (secret: string) => Promise<SignedIn | undefined>;
  /** Removes the unused links for a name. Returns the number of removed links. */
  readonly revoke: (name: string) => Promise<number>;
}

export const links = (db: Kysely<Tables>): Links => ({
  make: async ({ name, role }, minutes) => {
    const secret = newSecret();
    await db
      .deleteFrom('link')
      .where('expires_at', '<', sql<Instant>`now()`)
      .execute();
    await db
      .insertInto('link')
      .values({
        name: shownName(name),
        role,
        hash: hashOf(secret),
        expires_at: sql`now() + ${minutes} * interval '1 minute'`,
      })
      .execute();
    return secret;
  },
  revoke: async (name) => {
    const all = await db.selectFrom('link').select(['hash', 'name']).execute();
    const own = all.filter((each) => isSameName(each.name, name)).map(({ hash }) => hash);
    if (own.length > 0) await db.deleteFrom('link').where('hash', 'in', own).execute();
    return own.length;
  },
  redeem: async (secret) => {
    const used = await db
      .deleteFrom('link')
      .where('hash', '=', hashOf(secret))
      .returning(['name', 'role', sql<boolean>`expires_at > now()`.as('isGood')])
      .executeTakeFirst();
    return used?.isGood ? { name: used.name, role: used.role, issuer: null, subject: null } : undefined;
  },
});
