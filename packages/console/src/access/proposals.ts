import { isSameName, type Identity, type Instant } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import { isSamePerson, type SignedIn } from './person.ts';
import type { Tables } from './tables.ts';

/** An action that awaits confirmation by a second person. */
export interface Proposal {
  readonly id: string;
  readonly action: string;
  readonly subjectId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly proposedBy: string;
  /**
   * `issuer` and `subject` identify the proposer's account at the identity provider. Both are null if the proposer
   * signed in with a link.
   */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly expiresAt: Instant;
  /**
   * Whether the proposal has expired. An expired proposal stays listed until a person removes it, because it may record
   * a transfer that has already been made.
   */
  readonly isOver: boolean;
}

/** The store of proposals. */
export interface Proposals {
  readonly add: (
    proposal: Pick<Proposal, 'action' | 'subjectId' | 'fields'>,
    by: SignedIn,
    minutes: number,
  ) => Promise<void>;
  /** The proposals that were not confirmed, withdrawn or removed, oldest first. */
  readonly list: () => Promise<readonly Proposal[]>;
  /**
   * Removes and returns an unexpired proposal, so that the caller can carry it out. Of two concurrent calls, only one
   * returns the proposal.
   */
  readonly take: (id: string) => Promise<Proposal | undefined>;
  /** Withdraws an unexpired proposal. `recordEnds` later writes the withdrawal to a history. */
  readonly withdraw: (id: string, by: Identity) => Promise<boolean>;
  /** Removes an expired proposal from the list, if a history contains its expiry. Returns whether it was removed. */
  readonly dismiss: (id: string) => Promise<boolean>;
  /**
   * Returns withdrawn and expired proposals whose end is in no history yet. Each proposal is returned to one caller. If
   * that caller does not call `markRecorded` within half a minute, a later call returns the proposal again.
   */
  readonly claimEnded: () => Promise<readonly Ended[]>;
  readonly markRecorded: (ended: Ended) => Promise<void>;
}

export type Ended = Proposal & { readonly ended: 'withdrawn' | 'expired'; readonly endedBy: Identity | null };

/**
 * Whether a person made a proposal. One account is one person, even if its name changes. Two accounts of one provider,
 * or two links, are two people if their names do not look alike. Every other case is unclear, because one person may
 * have both an account and a link, or two accounts.
 */
export const ownershipOf = (
  { proposedBy, issuer, subject }: Pick<Proposal, 'proposedBy' | 'issuer' | 'subject'>,
  person: Identity,
): 'own' | 'another' | 'unclear' => {
  if (isSamePerson({ name: proposedBy, issuer, subject }, person)) return 'own';
  return issuer !== person.issuer || isSameName(proposedBy, person.name) ? 'unclear' : 'another';
};

const IS_OVER = sql<boolean>`(expires_at <= now())`;

/** Seconds after which another process may claim the same ended proposal. */
const CLAIM_SECONDS = 30;

const COLUMNS = [
  'id',
  'action',
  'subject_id as subjectId',
  'fields',
  'proposed_by as proposedBy',
  'issuer',
  'subject',
  'expires_at as expiresAt',
  IS_OVER.as('isOver'),
] as const;

export const proposals = (db: Kysely<Tables>): Proposals => {
  const withId = (id: string) => sql<boolean>`id::text = ${id}`;
  const hasRows = async (query: { readonly execute: () => Promise<readonly unknown[]> }): Promise<boolean> =>
    (await query.execute()).length > 0;
  return {
    add: async ({ action, subjectId, fields }, { name, issuer, subject }, minutes) => {
      await db
        .insertInto('proposal')
        .values({
          action,
          subject_id: subjectId,
          fields: JSON.stringify(fields),
          proposed_by: name,
          issuer,
          subject,
          expires_at: sql`now() + ${minutes} * interval '1 minute'`,
        })
        .execute();
    },
    list: () =>
      db
        .selectFrom('proposal')
        .select(COLUMNS)
        .where('ended', 'is distinct from', 'withdrawn')
        .orderBy('proposed_at')
        .execute(),
    take: (id) =>
      db
        .deleteFrom('proposal')
        .where(withId(id))
        .where('ended', 'is', null)
        .where(IS_OVER, '=', false)
        .returning(COLUMNS)
        .executeTakeFirst(),
    withdraw: (id, by) =>
      hasRows(
        db
          .updateTable('proposal')
          // A claim time in the past lets the next call of `claimEnded` return the proposal.
          .set({ ended: 'withdrawn', ended_at: sql`'-infinity'`, ended_by: JSON.stringify(by) })
          .where(withId(id))
          .where('ended', 'is', null)
          .where(IS_OVER, '=', false)
          .returning('id'),
      ),
    dismiss: (id) =>
      hasRows(db.deleteFrom('proposal').where(withId(id)).where('recorded_at', 'is not', null).returning('id')),
    claimEnded: () =>
      db
        .updateTable('proposal')
        .set({ ended: sql`coalesce(ended, 'expired')`, ended_at: sql`now()` })
        .where('recorded_at', 'is', null)
        .where(
          sql<boolean>`case when ended is null then ${IS_OVER} else ended_at < now() - ${CLAIM_SECONDS} * interval '1 second' end`,
        )
        .returning([...COLUMNS, sql<Ended['ended']>`ended`.as('ended'), 'ended_by as endedBy'])
        .execute(),
    markRecorded: async ({ id, ended }) => {
      if (ended === 'withdrawn') await db.deleteFrom('proposal').where('id', '=', id).execute();
      else
        await db
          .updateTable('proposal')
          .set({ recorded_at: sql`now()` })
          .where('id', '=', id)
          .execute();
    },
  };
};
