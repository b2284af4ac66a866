import type { Identity, Instant } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import { isSamePerson, type Role, type SignedIn } from './person.ts';
import { hashOf, newSecret, seal, unseal } from './secret.ts';
import type { Tables } from './tables.ts';

/** The limits after which a session ends without a sign-out. */
export interface SessionEnds {
  /** Minutes without a request. */
  readonly idle: number;
  /** Hours since the sign-in, even if the session is in use. */
  readonly absolute: number;
}

/** Minutes for which a role is valid after the identity provider confirmed it. */
const ROLE_MINUTES = 15;
/** Minutes after the last confirmation of the role until the person may no longer even read. */
const LOOK_MINUTES = 60;
/**
 * Seconds for which one process alone may check a session at the identity provider. Longer than the time-outs of three
 * requests.
 */
const CLAIM_SECONDS = 30;

/** Where a person signed in: network address and browser. */
export interface Place {
  readonly address: string;
  readonly browser: string;
}

/** A session with its person. */
export interface Session extends SignedIn {
  /**
   * Whether the identity provider must confirm the role before any action. Always false after a sign-in with a link.
   */
  readonly isStale: boolean;
  /** Whether the role has been unconfirmed for so long that the person may see no page. */
  readonly isTooStale: boolean;
  /** The tokens for role checks at the identity provider; null after a sign-in with a link. */
  readonly grant: string | null;
}

/** A session in the list that all users of the console see. */
export interface ListedSession extends SignedIn, Partial<Place> {
  readonly id: string;
  readonly since: Instant;
  readonly lastSeen: Instant;
}

/** Who ended a session, and why. */
export interface SessionEnd {
  readonly by: Identity;
  readonly why: string;
}

/** The store of sessions, shared by all processes. */
export interface Sessions {
  /** Begins a session. Returns its secret, which only the person's browser may receive. */
  readonly begin: (person: SignedIn, place: Place, grant: string | null) => Promise<string>;
  /** The person of a session; undefined if no session has this secret, or if the session has ended. */
  readonly find: (secret: string) => Promise<Session | undefined>;
  /** Like `find`, but also restarts the idle time. */
  readonly use: (secret: string) => Promise<Session | undefined>;
  /** Ends every session of the person, in all browsers. */
  readonly endAllOf: (person: Identity) => Promise<void>;
  /** The sessions that have not ended, most recently used first. */
  readonly list: () => Promise<readonly ListedSession[]>;
  /** Ends the sessions and records their ends, atomically. Returns the ended sessions. */
  readonly end: (ids: readonly string[], end: SessionEnd) => Promise<readonly ListedSession[]>;
  /**
   * Whether the caller may check the session at the identity provider now. Of several concurrent calls, only one
   * returns true.
   */
  readonly claimCheck: (secret: string) => Promise<boolean>;
  /** Records the role that the identity provider confirmed. */
  readonly confirm: (secret: string, role: Role) => Promise<void>;
  readonly keepGrant: (secret: string, grant: string) => Promise<void>;
  /** Ends the session of a person who has lost the role, and records its end, atomically. */
  readonly endWithoutRole: (secret: string) => Promise<void>;
  /** Ends a session whose role cannot be checked any more. The person must sign in again. */
  readonly drop: (secret: string) => Promise<void>;
}

const LISTED = [
  'id',
  'name',
  'role',
  'issuer',
  'subject',
  'address',
  'browser',
  'created_at as since',
  'seen_at as lastSeen',
] as const;

/** Sessions end in real time. Otherwise moving a sandbox's clock would sign people out. */
export const sessions = (db: Kysely<Tables>, { idle, absolute }: SessionEnds): Sessions => {
  const notIdle = sql<boolean>`seen_at > now() - ${idle} * interval '1 minute'`;
  const notOld = sql<boolean>`created_at > now() - ${absolute} * interval '1 hour'`;
  const isOf = (secret: string) => sql<boolean>`hash = ${hashOf(secret)}`;
  const isLive = (secret: string) => sql<boolean>`${isOf(secret)} and ${notIdle} and ${notOld}`;
  const isOlderThan = (minutes: number) =>
    sql<boolean>`(issuer is not null and checked_at <= now() - ${minutes} * interval '1 minute')`;
  const isStale = isOlderThan(ROLE_MINUTES);
  const stale = [isStale.as('isStale'), isOlderThan(LOOK_MINUTES).as('isTooStale')] as const;
  const signedIn = ['name', 'role', 'issuer', 'subject', 'grant_text', ...stale] as const;
  type Row = SignedIn & Pick<Session, 'isStale' | 'isTooStale'> & { readonly grant_text: string | null };
  const toSession = (secret: string, row: Row | undefined): Session | undefined => {
    if (!row) return undefined;
    const { grant_text: sealed, ...person } = row;
    return { ...person, grant: sealed === null ? null : unseal(secret, sealed) };
  };
  const list: Sessions['list'] = async () =>
    (
      await db.selectFrom('session').select(LISTED).where(notIdle).where(notOld).orderBy('seen_at', 'desc').execute()
    ).map(toListed);
  /** Ends sessions and adds a history entry for each, in one statement. */
  const endAndRecord = async (
    which: ReturnType<typeof isOf>,
    done: string,
    { by, why }: Partial<SessionEnd>,
  ): Promise<readonly ListedSession[]> => {
    const { rows } = await sql<ListedRow>`
      with ended as (
        delete from console.session where ${which}
        returning id, name, role, issuer, subject, address, browser, created_at as since, seen_at as "lastSeen"
      ), recorded as (
        insert into console.history (what, id, done, by, by_issuer, by_subject, about)
        select 'session', id, ${done}, ${by?.name ?? null}, ${by?.issuer ?? null}, ${by?.subject ?? null},
          jsonb_strip_nulls(jsonb_build_object('name', name, 'role', role, 'issuer', issuer, 'subject', subject,
            'since', since, 'why', ${why ?? null}::text))
        from ended
      )
      select * from ended`.execute(db);
    return rows.map(toListed);
  };
  return {
    begin: async ({ name, role, issuer, subject }, { address, browser }, grant) => {
      const secret = newSecret();
      await db
        .deleteFrom('session')
        .where(sql<boolean>`not (${notIdle} and ${notOld})`)
        .execute();
      const grant_text = grant === null ? null : seal(secret, grant);
      await db
        .insertInto('session')
        .values({ name, role, issuer, subject, address, browser, grant_text, hash: hashOf(secret) })
        .execute();
      return secret;
    },
    find: async (secret) =>
      toSession(secret, await db.selectFrom('session').select(signedIn).where(isLive(secret)).executeTakeFirst()),
    use: async (secret) =>
      toSession(
        secret,
        await db
          .updateTable('session')
          .set({ seen_at: sql`now()` })
          .where(isLive(secret))
          .returning(signedIn)
          .executeTakeFirst(),
      ),
    endAllOf: async (person) => {
      const own = (await list()).filter((each) => isSamePerson(each, person)).map(({ id }) => id);
      if (own.length > 0) await db.deleteFrom('session').where('id', 'in', own).execute();
    },
    list,
    end: (ids, end) => endAndRecord(sql<boolean>`id::text = any (${ids}::text[])`, 'ended', end),
    claimCheck: async (secret) =>
      (
        await db
          .updateTable('session')
          .set({ check_claimed_at: sql`now()` })
          .where(isOf(secret))
          .where(isStale)
          .where(sql<boolean>`coalesce(check_claimed_at <= now() - ${CLAIM_SECONDS} * interval '1 second', true)`)
          .returning('id')
          .execute()
      ).length > 0,
    confirm: async (secret, role) =>
      void (await db
        .updateTable('session')
        .set({ role, checked_at: sql`now()`, check_claimed_at: null })
        .where(isOf(secret))
        .execute()),
    keepGrant: async (secret, grant) =>
      void (await db
        .updateTable('session')
        .set({ grant_text: seal(secret, grant) })
        .where(isOf(secret))
        .execute()),
    endWithoutRole: async (secret) => void (await endAndRecord(isOf(secret), 'role_removed', {})),
    drop: async (secret) => void (await db.deleteFrom('session').where(isOf(secret)).execute()),
  };
};

type ListedRow = Omit<ListedSession, 'address' | 'browser'> & {
  readonly address: string | null;
  readonly browser: string | null;
};

const toListed = ({ address, browser, ...session }: ListedRow): ListedSession => ({
  ...session,
  ...(address !== null && { address }),
  ...(browser !== null && { browser }),
});
