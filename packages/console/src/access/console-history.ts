import type { EndedProposal, Identity, Instant } from '@vehicle-insurance/core';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * An entry of the console's history. It records a session that a person ended with the action `session end`, a session
 * whose person lost the role, or the end of a proposal that no other history records.
 */
export interface ConsoleLine {
  readonly at: Instant;
  readonly what: 'session' | 'proposal';
  readonly id: string;
  /** `ended` or `role_removed` for a session; `withdrawn`, `expired` or `refused` for a proposal. */
  readonly done: string;
  /** The person who ended the session or proposal; null if no person did. */
  readonly by: Identity | null;
  /** For a session, its person, its beginning and why it was ended; for a proposal, the proposed action. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** The console's history. Entries are immutable. */
export interface ConsoleHistory {
  /** Records the end of a proposal (idempotent). */
  readonly addProposal: (proposal: EndedProposal) => Promise<void>;
  /** The latest entries, newest first. */
  readonly latest: (limit: number) => Promise<readonly ConsoleLine[]>;
}

export const consoleHistory = (db: Kysely<Tables>): ConsoleHistory => ({
  addProposal: async ({ id, end, by, ...about }) => {
    const who = typeof by === 'string' ? { name: by, issuer: null, subject: null } : by;
    await db
      .insertInto('history')
      .values({
        what: 'proposal',
        id,
        done: end,
        by: who?.name ?? null,
        by_issuer: who?.issuer ?? null,
        by_subject: who?.subject ?? null,
        about: JSON.stringify(about),
      })
      .onConflict((conflict) => conflict.columns(['id', 'done']).doNothing())
      .execute();
  },
  latest: async (limit) => {
    const rows = await db
      .selectFrom('history')
      .select(['at', 'what', 'id', 'done', 'by', 'by_issuer', 'by_subject', 'about'])
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ by, by_issuer: issuer, by_subject: subject, ...line }) => ({
      ...line,
      by: by === null ? null : { name: by, issuer, subject },
    }));
  },
});
