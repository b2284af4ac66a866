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

/** Minutes for which a role is valid after the provider has confirmed it. */
const ROLE_MINUTES = 15;
/** Minutes after which a person whose role is unconfirmed may no longer even read. */
const LOOK_MINUTES = 60;
/**
 * Seconds for which only one process checks a session at the provider. It is longer than the time-outs of three calls.
 */
const CLAIM_SECONDS = 30;

/** The origin of a sign-in. */
export interface Place {
  readonly address: string;
  readonly browser: string;
}

/** The person of a session. */
export interface Session extends SignedIn {
  /** Whether the provider must confirm the role before any action. Never true after a sign-in with a link. */
  readonly isStale: boolean;
  /** Whether the role has been unconfirmed for so long that the person may see no page. */
  readonly isTooStale: boolean;
  /** The tokens for checking the role at the provider; null if it issued none. */
  readonly grant: string | null;
}

/** A session as other people see it. */
export interface ListedSession extends SignedIn, Partial<Place> {
  readonly id: string;
  readonly since: Instant;
  readonly lastSeen: Instant;
}

/** The author and reason of the end of a session. */
export interface SessionEnd {
  readonly by: Identity;
  readonly why: string;
}

/** The sessions of all processes. */
export interface Sessions {
  /** Begins a session and returns its secret, which only the person's browser may receive. */
  readonly begin: (person: SignedIn, place: Place, grant: string | null) => Promise<string>;
  /** The person of a session; undefined if there is none or it has ended. */
  readonly find: (secret: string) => Promise<Session | undefined>;
  /** Like `find`, and restarts the idle time. */
  readonly use: (secret: string) => Promise<Session | undefined>;
  /** Ends every session of the person, in all browsers. */
  readonly endAllOf: (person: Identity) => Promise<void>;
  /** The sessions that have not ended, most recently used first. */
  readonly list: () => Promise<readonly ListedSession[]>;
  /** Ends the sessions and records their ends in the same statement. Returns the ended sessions. */
  readonly end: (ids: readonly string[], end: SessionEnd) => Promise<readonly ListedSession[]>;
  /** Whether this call may check the session at the provider. Only one of several concurrent calls gets `true`. */
  readonly claimCheck: (secret: string) => Promise<boolean>;
  /** Records a role that the provider confirmed. */
  readonly confirm: (secret: string, role: Role) => Promise<void>;
  /** Replaces the tokens for the next check. */
  readonly keepGrant: (secret: string, grant: string) => Promise<void>;
  /** Ends a session whose person has lost the role, and records it. */
  readonly endWithoutRole: (secret: string) => Promise<void>;
  /** Ends a session that cannot be checked, so that the person signs in again. */
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

/** Sessions end in real time, so that no person is signed out when a sandbox's clock moves. */
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
  /** Ends sessions and, in the same statement, adds a line to the history for each. */
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
