import { WORK_KINDS, type DueWork, type FleetingKind, type WorkKind } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { areIds, instant } from '../rows/columns.ts';
import { pieceOf, UNHELD, WORK_TABLES } from '../stores/work-tables.ts';

/** Seconds of real time a worker has for a piece it claimed: so long a killed one delays it. */
const CLAIM_SECONDS = 60;

interface ClaimRow {
  readonly company_id: string;
  readonly id: string;
  readonly lease: string;
  readonly attempt: number;
}

/**
 * One statement, so that two who claim at once share the pieces out instead of waiting for each other. It counts as a
 * change of the row: a unit of work that has read it before must read it again before it saves. The rows it has locked
 * are updated by their place, which no plan can turn into a walk over the table.
 */
const claimFrom = (kind: WorkKind): string => {
  const { table, id, companyId } = WORK_TABLES[kind];
  return `
    with due as materialized (
      select ctid as place from ${table}
      where due_at <= $1 and ${UNHELD}
      order by due_at limit $2
      for no key update skip locked
    ), claimed as (
      update ${table} set
        lease_token = gen_random_uuid(), leased_until = clock_timestamp() + interval '${CLAIM_SECONDS} seconds',
        attempts = attempts + 1, version = version + 1
      where ctid = any (array(select place from due))
      returning ${companyId} as company_id, ${id} as id, lease_token as lease, attempts as attempt, due_at
    )
    select company_id, id, lease, attempt from claimed order by due_at`;
};

const releaseIn = (kind: WorkKind): string => {
  const { table } = WORK_TABLES[kind];
  return `
    update ${table} set lease_token = null, leased_until = null
    where ${pieceOf(WORK_TABLES[kind])} and lease_token = $3`;
};

const nextIn = (kind: WorkKind): string => {
  const { table } = WORK_TABLES[kind];
  return `select due_at from ${table} where due_at is not null and ${UNHELD} order by due_at limit 1`;
};

/** Pieces somebody is just looking at are passed over and found by the next round. */
export const forgetIn = (kind: FleetingKind): string => {
  const { table } = WORK_TABLES[kind];
  return `
    with finished as materialized (
      select ctid as place from ${table} where due_at is null and ${UNHELD}
      order by id limit $1 for update skip locked
    )
    delete from ${table} where ctid = any (array(select place from finished)) returning id`;
};

export const dueWork = ({ query, queryBatch }: Database): DueWork => ({
  claim: async (kind, now, most) => {
    const rows = await query<ClaimRow>(`claim ${kind}`, claimFrom(kind), [now, most]);
    return rows.map(({ company_id, id, lease, attempt }) => ({ kind, companyId: company_id, id, lease, attempt }));
  },
  release: async ({ kind, companyId, id, lease }) => {
    if (!areIds(id, lease)) return;
    await query(`release ${kind}`, releaseIn(kind), [companyId, id, lease]);
  },
  next: async (kind) => {
    const [row] = await query<{ due_at: string }>(`next ${kind}`, nextIn(kind));
    return row && instant(row.due_at);
  },
  forget: async (kind, most) => (await queryBatch(`forget ${kind}`, forgetIn(kind), [most])).length,
});

/** Ends every lease at once: only for a database that no other process works on. */
export const clearLeases = async ({ query }: Database): Promise<void> => {
  const tables = [...WORK_KINDS.map((kind) => WORK_TABLES[kind].table), 'idempotency_key'];
  for (const table of tables)
    await query(
      `clear ${table}`,
      `update ${table} set lease_token = null, leased_until = null where lease_token is not null`,
    );
};
