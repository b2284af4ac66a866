import type { Instant } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import type { SignedIn } from './person.ts';
import type { Tables } from './tables.ts';

/** An action that waits for a second person. */
export interface Proposal {
  readonly id: string;
  readonly action: string;
  readonly subjectId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly proposedBy: string;
  /** Issuer and subject identify the proposer at their provider; both are null for a person who signed in by a link. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly expiresAt: Instant;
  /**
   * Whether its time went by without a confirmation. It is shown until it is withdrawn: what it tells of may be done.
   */
  readonly isOver: boolean;
}

/** Actions that wait for a second person. */
export interface Proposals {
  readonly add: (
    proposal: Pick<Proposal, 'action' | 'subjectId' | 'fields'>,
    by: SignedIn,
    minutes: number,
  ) => Promise<void>;
  /** Those that were neither confirmed nor withdrawn, the oldest first. */
  readonly list: () => Promise<readonly Proposal[]>;
  /** Takes it off the list, to confirm or to withdraw it; of two concurrent calls, one gets it. */
  readonly take: (proposal: Pick<Proposal, 'id' | 'isOver'>) => Promise<Proposal | undefined>;
}

/**
 * Whether a proposal is a person's own. Two people are certainly different where one provider knows both, or where both
 * signed in by links, whose names an operator has given. Otherwise it is unclear: one person may sign in by the
 * provider and by a link.
 */
export const whose = (
  { proposedBy, issuer, subject }: Pick<Proposal, 'proposedBy' | 'issuer' | 'subject'>,
  person: Omit<SignedIn, 'role'>,
): 'own' | 'another' | 'unclear' => {
  if (proposedBy === person.name) return 'own';
  if (issuer !== person.issuer) return 'unclear';
  return subject !== null && subject === person.subject ? 'own' : 'another';
};

const IS_OVER = sql<boolean>`(expires_at <= now())`;

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

export const proposals = (db: Kysely<Tables>): Proposals => ({
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
  list: () => db.selectFrom('proposal').select(COLUMNS).orderBy('proposed_at').execute(),
  take: ({ id, isOver }) =>
    db
      .deleteFrom('proposal')
      .where(sql<boolean>`id::text = ${id}`)
      .where(IS_OVER, '=', isOver)
      .returning(COLUMNS)
      .executeTakeFirst(),
});
