import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** An action that waits for a second person. */
export interface Proposal {
  readonly id: string;
  readonly action: string;
  readonly subjectId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
}

/** Actions that wait for a second person. */
export interface Proposals {
  readonly add: (
    proposal: Pick<Proposal, 'action' | 'subjectId' | 'fields' | 'proposedBy'>,
    minutes: number,
  ) => Promise<void>;
  /** Those that can still be confirmed, the oldest first. */
  readonly list: () => Promise<readonly Proposal[]>;
  /** Takes it for another than its proposer; of two that confirm at once, one gets it. */
  readonly takeForAnother: (id: string, name: string) => Promise<Proposal | undefined>;
  /** Takes it back; only its proposer can. */
  readonly withdraw: (id: string, name: string) => Promise<boolean>;
}

const COLUMNS = [
  'id',
  'action',
  'subject_id as subjectId',
  'fields',
  'proposed_by as proposedBy',
  'proposed_at as proposedAt',
  'expires_at as expiresAt',
] as const;

export const proposals = (db: Kysely<Tables>): Proposals => ({
  add: async ({ action, subjectId, fields, proposedBy }, minutes) => {
    await db
      .insertInto('proposal')
      .values({
        action,
        subject_id: subjectId,
        fields: JSON.stringify(fields),
        proposed_by: proposedBy,
        expires_at: sql`now() + ${minutes} * interval '1 minute'`,
      })
      .execute();
  },
  list: () =>
    db
      .selectFrom('proposal')
      .select(COLUMNS)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('proposed_at')
      .execute(),
  takeForAnother: (id, name) =>
    db
      .deleteFrom('proposal')
      .where(sql<boolean>`id::text = ${id}`)
      .where('proposed_by', '!=', name)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(COLUMNS)
      .executeTakeFirst(),
  withdraw: async (id, name) => {
    const { numDeletedRows } = await db
      .deleteFrom('proposal')
      .where(sql<boolean>`id::text = ${id}`)
      .where('proposed_by', '=', name)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
