import {
  CLAIM_SECONDS,
  queueName,
  WORK_KINDS,
  type DueWork,
  type FleetingKind,
  type WorkKind,
  type WorkQueue,
} from '@vehicle-insurance/core';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { areIds, instant } from '../database/text.ts';
import { takeFound, type Found } from '../database/claim-across-companies.ts';
import { overParts } from '../database/parts.ts';
import { queueFinder } from './queues.ts';
import { inSome, pieceOf, UNLEASED, WORK_TABLES } from './work-tables.ts';

interface FoundPiece extends Found {
  readonly id: string;
}

interface ClaimRow {
  readonly id: string;
  readonly attempt: number;
}

/** The condition for the due work of a queue that no worker has claimed. */
const dueIn = (queue: WorkQueue, now: string): string => {
  const { atProviders = [] } = WORK_TABLES[queue.kind];
  const urgent = 'urgent' in queue ? queue.urgent : null;
  const inQueue = atProviders.filter((each) => each.urgent === urgent).map(({ where }) => ` and ${where}`);
  return `due_at <= ${now} and ${UNLEASED}${inQueue.join('')}`;
};

/** Parameters: now, limit, provider. */
const lookFor = (queue: WorkQueue): string => {
  const { table, id, companyId } = WORK_TABLES[queue.kind];
  const atProvider = 'provider' in queue ? ' and provider = $3' : '';
  return `
    select ${companyId} as "companyId", ${id} as id from ${table} where ${dueIn(queue, '$1')}${atProvider}${inSome(queue.kind)}
    order by due_at limit $2`;
};

/**
 * Claims some of a company's due work. Skips rows that a unit of work has locked. A claim counts as a change of the
 * row. A unit of work that read the row earlier must therefore read it again before a save. Parameters: now, company,
 * ids, the lease.
 */
const claimFrom = (queue: WorkQueue): string => {
  const { table, id, companyId } = WORK_TABLES[queue.kind];
  return `
    with free as materialized (
      select ${id} as id from ${table} where ${companyId} = $2 and ${id} = any ($3::uuid[]) and ${dueIn(queue, '$1')}
      for no key update skip locked
    )
    update ${table} set lease_token = $4, leased_until = statement_timestamp() + interval '${CLAIM_SECONDS[queue.kind]} seconds',
      attempts = attempts + 1, version = version + 1
    where ${companyId} = $2 and ${id} = any (array(select id from free))
    returning ${id} as id, attempts as attempt`;
};

const releaseIn = (kind: WorkKind): string => {
  const { table } = WORK_TABLES[kind];
  return `
    update ${table} set lease_token = null, leased_until = null
    where ${pieceOf(WORK_TABLES[kind])} and lease_token = $3`;
};

/** Parameter: limit. */
export const finishedQuery = (kind: FleetingKind): string => {
  const { table, companyId } = WORK_TABLES[kind];
  return `
    select ${companyId} as "companyId", id from ${table} where due_at is null and ${UNLEASED}${inSome(kind)}
    order by id limit $1`;
};

/** Locked rows wait for the next run. Parameters: company, ids. */
const forgetIn = (kind: FleetingKind): string => {
  const { table, companyId } = WORK_TABLES[kind];
  return `
    with finished as materialized (
      select id from ${table} where ${companyId} = $1 and id = any ($2::uuid[]) and due_at is null and ${UNLEASED}
      for update skip locked
    )
    delete from ${table} where ${companyId} = $1 and id = any (array(select id from finished)) returning id`;
};

/**
 * Claims due work under leases. Leases run in real time; due times are in business time. While a node of a distributed
 * database is unavailable, a claim does not find that node's work.
 */
export const dueWork = ({ query, queryBatch, nodes }: Database): DueWork => {
  const look = overParts({ query, nodes });
  const queuesWithFirst = queueFinder(look);
  return {
    queues: async (kinds, now) =>
      distinct((await queuesWithFirst('queues', kinds, 'due_at <= $1', [now])).map(({ queue }) => queue)),
    claim: async (queue, now, limit) => {
      const { kind } = queue;
      const name = `${kind}${'urgent' in queue && queue.urgent ? ', urgent' : ''}`;
      const at = 'provider' in queue ? [queue.provider] : [];
      return takeFound(
        limit,
        (shown) => look(plain<FoundPiece>(`due ${name}`, lookFor(queue), [now, shown, ...at])),
        async (companyId, pieces) => {
          const lease = randomUUID();
          const ids = pieces.map(({ id }) => id);
          const rows = await query(plain<ClaimRow>(`claim ${name}`, claimFrom(queue), [now, companyId, ids, lease]));
          const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
          return ids.flatMap((id) => {
            const attempt = attempts.get(id);
            return attempt === undefined ? [] : [{ kind, companyId, id, lease, attempt }];
          });
        },
      );
    },
    release: async ({ kind, companyId, id, lease }) => {
      if (!areIds(id, lease)) return;
      await query(plain(`release ${kind}`, releaseIn(kind), [companyId, id, lease]));
    },
    next: async (...kinds) => {
      const firsts = await queuesWithFirst('next', kinds, 'due_at is not null');
      return firsts.map(({ first }) => instant(first)).toSorted()[0];
    },
    forget: async (kind, limit) => {
      const forgotten = await takeFound(
        limit,
        (shown) => look(plain<FoundPiece>(`finished ${kind}`, finishedQuery(kind), [shown])),
        (companyId, pieces) =>
          queryBatch(plain(`forget ${kind}`, forgetIn(kind), [companyId, pieces.map(({ id }) => id)])),
      );
      return forgotten.length;
    },
  };
};

/**
 * Removes repeated queues. While a node of a cluster is unreachable, every other node reports its own first row of a
 * queue.
 */
const distinct = (queues: readonly WorkQueue[]): readonly WorkQueue[] => [
  ...new Map(queues.map((queue) => [queueName(queue), queue])).values(),
];

/** Ends every lease at once. Use only if no other process works on the database. */
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
