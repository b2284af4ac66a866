import type { EndedProposal, Identity, Instant } from '@vehicle-insurance/core';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A line of the console's history: the end of a session, or of a proposal that concerns no company. */
export interface ConsoleLine {
  readonly at: Instant;
  readonly what: 'session' | 'proposal';
  readonly id: string;
  /** `ended`, `role_removed`, `withdrawn`, `expired` or `refused`. */
  readonly done: string;
  /** Null if no person was involved. */
  readonly by: Identity | null;
  /** The person of the session, or the proposed action. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** The console's history. Lines are immutable. */
export interface ConsoleHistory {
  /** Adds the end of a proposal (idempotent). */
  readonly addProposal: (proposal: EndedProposal) => Promise<void>;
  /** The latest lines, latest first. */
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
