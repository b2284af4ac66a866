import {
  WORK_KINDS,
  type Instant,
  type Job,
  type StuckWork,
  type WorkKind,
  type WorkViews,
} from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { instant, instantOrNull } from '../rows/columns.ts';
import { ATTENTION, type AttentionRow } from './attention.ts';
import { WORK_TABLES } from '../stores/work-tables.ts';

/** Pieces shown as stuck, of each kind. */
const STUCK_SHOWN = 10;

const standOf = (kind: WorkKind): string => {
  const { table, id, companyId } = WORK_TABLES[kind];
  return `
    select '${kind}' as kind,
      count(*) filter (where due_at <= $1) as due,
      count(*) filter (where due_at > $1) as waiting,
      min(due_at) filter (where due_at <= $1) as oldest,
      (
        select json_agg(tried) from (
          select '${kind}' as kind, ${companyId} as "companyId", ${id} as id, attempts, trouble from ${table}
          where due_at <= $1 and attempts > 0 order by attempts desc, due_at limit ${STUCK_SHOWN}
        ) tried
      ) as stuck
    from ${table} where due_at is not null`;
};

const STATUS = WORK_KINDS.map(standOf).join(' union all ');

interface StandRow {
  readonly kind: WorkKind;
  readonly due: number;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly stuck: readonly StuckWork[] | null;
}

export const workViews = ({ query }: Database): WorkViews => ({
  status: async (now) => {
    const rows = await query<StandRow>('work status', STATUS, [now]);
    return rows.map((row) => ({ ...row, oldest: instantOrNull(row.oldest), stuck: row.stuck ?? [] }));
  },
  attention: async ({ windowsBegunUntil, today }) => {
    const rows = await query<AttentionRow>('attention', ATTENTION, [windowsBegunUntil, today]);
    return rows.map(({ company_id: companyId, since, ...row }) => ({ ...row, companyId, since: instant(since) }));
  },
  lastRuns: async () => {
    const rows = await query<{ job: Job; at: string }>('last runs', 'select job, at from job_run');
    return Object.fromEntries(rows.map(({ job, at }): [Job, Instant] => [job, instant(at)]));
  },
  ran: async (job, at) => {
    // Several processes run the same jobs: the latest run is the last.
    await query(
      'ran',
      `insert into job_run (job, at) values ($1, $2)
       on conflict (job) do update set at = greatest(job_run.at, excluded.at)`,
      [job, at],
    );
  },
});
