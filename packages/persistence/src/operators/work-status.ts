import {
  actionItemKindsOf,
  WORK_KINDS,
  type StuckWork,
  type WorkKind,
  type WorkQueries,
} from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { areIds, instant, instantOrNull } from '../database/text.ts';
import { WORK_TABLES, type WorkTable } from '../work/work-tables.ts';
import { ACTION_ITEMS, ACTION_ITEM_ABOUT, toActionItem, valuesOf, type ActionItemRow } from './action-items.ts';
import { plain } from '../database/prepared-statement.ts';

/** The maximum number of pieces of a kind in the list of stuck work. */
const STUCK_SHOWN = 10;

/**
 * Work whose error began after the last dismissal, if any. A later error of the same payment or contract counts again.
 * Work without a payment or contract cannot be dismissed.
 */
const isUndismissed = (kind: WorkKind): string => {
  const { companyId, subject } = WORK_TABLES[kind];
  return subject === undefined
    ? 'true'
    : `not exists (select from dismissal where dismissal.company_id = piece.${companyId}
        and dismissal.subject_id = piece.${subject} and dismissal.at >= piece.failing_since
        and dismissal.kind = any ('{${actionItemKindsOf(kind).join()}}'))`;
};

/**
 * The work that is due now or later. If a kind has several queues, each queue has its own index, and no index covers
 * all queues. A single condition would therefore scan the whole table.
 */
const piecesOf = ({ table, atProviders }: WorkTable): string => {
  const queues = atProviders?.map(({ where }) => `select * from ${table} where due_at is not null and ${where}`);
  return queues ? `(${queues.join(' union all ')})` : `(select * from ${table} where due_at is not null)`;
};

/**
 * Work with a last error has its own index. The index of due work finds work that was attempted and is still due
 * without an error.
 */
const statusOf = (kind: WorkKind): string => {
  const work = WORK_TABLES[kind];
  const { table, id, companyId, subject = 'null' } = work;
  const failing = `from ${table} piece where last_error is not null and ${isUndismissed(kind)}`;
  const triedPieces = (from: string, order: string): string => `(
    select '${kind}' as kind, ${companyId} as "companyId", ${id} as id, ${subject} as about, attempts, last_error as "lastError",
      coalesce(failing_since, due_at) as since, due_at as "nextTry"
    ${from} order by ${order} limit ${STUCK_SHOWN})`;
  return `
    select '${kind}' as kind, waiting.*, failing.*, stuck.* from
      (select count(*) filter (where due_at <= $1) as due, count(*) filter (where due_at > $1) as waiting,
        min(due_at) filter (where due_at <= $1) as oldest from ${piecesOf(work)} piece) waiting,
      (select count(*) as failing, min(failing_since) as "oldestFailing" ${failing}) failing,
      (select json_agg(each order by since, id) as stuck from (
        select * from (
          ${triedPieces(failing, 'failing_since')} union all
          ${triedPieces(`from ${piecesOf(work)} piece where due_at <= $1 and attempts > 0 and last_error is null`, 'due_at')}
        ) tried order by since, id limit ${STUCK_SHOWN}
      ) each) stuck`;
};

const STATUS = WORK_KINDS.map(statusOf).join(' union all ');

interface StatusRow {
  readonly kind: WorkKind;
  readonly due: number;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly failing: number;
  readonly oldestFailing: string | null;
  readonly stuck: readonly StuckWork[] | null;
}

export const workQueries = ({ query }: Database): WorkQueries => ({
  status: async (now) => {
    const rows = await query(plain<StatusRow>('work status', STATUS, [now]));
    return rows.map(({ oldest, oldestFailing, stuck, ...row }) => ({
      ...row,
      oldest: instantOrNull(oldest),
      oldestFailing: instantOrNull(oldestFailing),
      stuck: (stuck ?? []).map((each) => ({ ...each, since: instant(each.since), nextTry: instant(each.nextTry) })),
    }));
  },
  actionItems: async (lateness, about) => {
    const values = valuesOf(lateness);
    const rows =
      about === undefined
        ? await query(plain<ActionItemRow>('action items', ACTION_ITEMS, values))
        : await query(
            plain<ActionItemRow>('action items about', ACTION_ITEM_ABOUT, [
              ...values,
              about.filter((id) => areIds(id)),
            ]),
          );
    return rows.map(toActionItem);
  },
});
