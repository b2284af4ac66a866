import {
  CLAIM_SECONDS,
  WORK_KINDS,
  type DueWork,
  type FleetingKind,
  type WorkKind,
  type WorkQueue,
} from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { areIds, instantOrNull } from '../text.ts';
import { pieceOf, UNHELD, WORK_TABLES } from './work-tables.ts';
import { plain } from '../statement.ts';

interface ClaimRow {
  readonly company_id: string;
  readonly id: string;
  readonly lease: string;
  readonly attempt: number;
}

/**
 * One statement, so that concurrent claims share the pieces out instead of waiting for each other. A claim counts as a
 * change of the row: a unit of work that has read it before must read it again before it saves. Rows are updated by
 * their physical address (ctid), which no plan can turn into a scan of the table.
 */
const claimFrom = (queue: WorkQueue): string => {
  const { table, id, companyId, atProviders = [] } = WORK_TABLES[queue.kind];
  const urgent = 'urgent' in queue ? queue.urgent : null;
  const inQueue = atProviders.filter((each) => each.urgent === urgent).map(({ where }) => ` and ${where}`);
  const atProvider = 'provider' in queue ? ' and provider = $3' : '';
  return `
    with due as materialized (
      select ctid as place from ${table}
      where due_at <= $1 and ${UNHELD}${atProvider}${inQueue.join('')}
      order by due_at limit $2
      for no key update skip locked
    ), claimed as (
      update ${table} set
        lease_token = gen_random_uuid(), leased_until = clock_timestamp() + interval '${CLAIM_SECONDS[queue.kind]} seconds',
        attempts = attempts + 1, version = version + 1
      where ctid = any (array(select place from due))
      returning ${companyId} as company_id, ${id} as id, lease_token as lease, attempts as attempt, due_at
    )
    select company_id, id, lease, attempt from claimed order by due_at`;
};

/**
 * The first unheld piece of every queue of a kind. There are few providers: one step in the index finds each of them,
 * and one more its first piece, however many wait.
 */
const firstsOf = (kind: WorkKind, which: string): string => {
  const { table, atProviders } = WORK_TABLES[kind];
  const first = (inQueue: string) =>
    `select due_at from ${table} where ${inQueue}${which} and ${UNHELD} order by due_at limit 1`;
  if (!atProviders)
    return `select '${kind}' as kind, null::text as provider, null::boolean as urgent, due_at from (${first('')}) first`;
  const firstsAt = ({ urgent, where }: (typeof atProviders)[number]) => {
    const next = (after: string) =>
      `(select min(provider) from ${table} where due_at is not null and ${where}${after})`;
    return `
    select '${kind}' as kind, known.provider, ${urgent}::boolean as urgent, first.due_at from (
      with recursive known (provider) as (
        select ${next('')}
        union all select ${next(' and provider > known.provider')} from known where provider is not null
      ) select provider from known where provider is not null
    ) known, lateral (${first(`provider = known.provider and ${where} and `)}) first`;
  };
  return atProviders.map(firstsAt).join(' union all ');
};

const dueQueues = (kinds: readonly WorkKind[]): string =>
  `select kind, provider, urgent from (${kinds.map((kind) => firstsOf(kind, 'due_at <= $1')).join(' union all ')}) firsts`;

const nextIn = (kind: WorkKind): string =>
  `select min(due_at) as due_at from (${firstsOf(kind, 'due_at is not null')}) firsts`;

interface QueueRow {
  readonly kind: WorkKind;
  readonly provider: string | null;
  readonly urgent: boolean | null;
}

const toQueue = ({ kind, provider, urgent }: QueueRow): WorkQueue =>
  ({ kind, ...(provider !== null && { provider }), ...(urgent !== null && { urgent }) }) as WorkQueue;

const releaseIn = (kind: WorkKind): string => {
  const { table } = WORK_TABLES[kind];
  return `
    update ${table} set lease_token = null, leased_until = null
    where ${pieceOf(WORK_TABLES[kind])} and lease_token = $3`;
};

/** Pieces that are locked just now are skipped and found by the next round. */
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
  queues: async (kinds, now) => {
    const name = `queues ${kinds.map((kind) => kind.slice(0, 5)).join()}`;
    const rows = await query(plain<QueueRow>(name, dueQueues(kinds), [now]));
    return rows.map(toQueue);
  },
  claim: async (queue, now, limit) => {
    const { kind } = queue;
    const name = `claim ${kind}${'urgent' in queue && queue.urgent ? ', urgent' : ''}`;
    const at = 'provider' in queue ? [queue.provider] : [];
    const rows = await query(plain<ClaimRow>(name, claimFrom(queue), [now, limit, ...at]));
    return rows.map(({ company_id, id, lease, attempt }) => ({ kind, companyId: company_id, id, lease, attempt }));
  },
  release: async ({ kind, companyId, id, lease }) => {
    if (!areIds(id, lease)) return;
    await query(plain(`release ${kind}`, releaseIn(kind), [companyId, id, lease]));
  },
  next: async (kind) => {
    const [row] = await query(plain<{ due_at: string | null }>(`next ${kind}`, nextIn(kind)));
    return instantOrNull(row?.due_at ?? null) ?? undefined;
  },
  forget: async (kind, limit) => (await queryBatch(plain(`forget ${kind}`, forgetIn(kind), [limit]))).length,
});

/** Ends every lease at once. Only for a database that no other process works on. */
export const clearLeases = async ({ query }: Database): Promise<void> => {
  const tables = [...WORK_KINDS.map((kind) => WORK_TABLES[kind].table), 'idempotency_key'];
  for (const table of tables)
    await query(
      plain(
        `clear ${table}`,
        `update ${table} set lease_token = null, leased_until = null where lease_token is not null`,
      ),
    );
};
