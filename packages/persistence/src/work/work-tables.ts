import type { WorkItem, WorkKind } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import type { Tables } from '../tables/entities.ts';
import { SOME_COMPANIES } from '../database/parts.ts';

type WorkTableName =
  | 'payment'
  | 'refund'
  | 'notification'
  | 'statement_reading'
  | 'certificate_request'
  | 'contract'
  | 'pending_upload';

/** A kind's queue at each provider: whether the queue is urgent, and the condition of its rows. */
export interface AtProvider {
  readonly urgent: boolean | null;
  readonly where: string;
}

export interface WorkTable {
  readonly table: WorkTableName;
  readonly id: string;
  /** The column of the row's company, or a constant if the table has no such column. */
  readonly companyId: 'company_id' | `''`;
  /**
   * The column with the id of the payment or contract by which operators refer to the work; absent if there is no such
   * column.
   */
  readonly subject?: string;
  /**
   * The queues at each provider, with their conditions. Each queue has its own index on `provider` and `due_at`. Absent
   * if the kind is a single queue.
   */
  readonly atProviders?: readonly AtProvider[];
}

export const WORK_TABLES: Readonly<Record<WorkKind, WorkTable>> = {
  payments: {
    table: 'payment',
    id: 'id',
    companyId: 'company_id',
    subject: 'id',
    atProviders: [
      { urgent: true, where: 'notified is not null' },
      { urgent: false, where: 'notified is null' },
    ],
  },
  refunds: {
    table: 'refund',
    id: 'id',
    companyId: 'company_id',
    subject: 'payment_id',
    atProviders: [{ urgent: null, where: 'due_at is not null' }],
  },
  notifications: { table: 'notification', id: 'id', companyId: `''` },
  statements: { table: 'statement_reading', id: 'id', companyId: `''` },
  certificates: { table: 'certificate_request', id: 'contract_id', companyId: 'company_id', subject: 'contract_id' },
  documents: { table: 'contract', id: 'id', companyId: 'company_id', subject: 'id' },
  pending_uploads: { table: 'pending_upload', id: 'id', companyId: 'company_id' },
};

/**
 * The condition that a row is not leased. Leases end in real time, independent of the business clock.
 * `statement_timestamp()` is allowed in a statement that changes rows on several nodes.
 */
export const UNLEASED = '(leased_until is null or leased_until <= statement_timestamp())';

/** `SOME_COMPANIES` for a read of this kind of work. Empty if the rows belong to no company. */
export const inSome = (kind: WorkKind): string => (WORK_TABLES[kind].companyId === `''` ? '' : SOME_COMPANIES);

/** The condition that selects a single row of work. Parameters: company, id. */
export const pieceOf = ({ companyId, id }: WorkTable): string => `${companyId} = $1 and ${id} = $2`;

/** Like `pieceOf`, for the statement builder. */
export const isPiece = (kind: WorkKind, item: Pick<WorkItem, 'companyId' | 'id'>) => {
  const { companyId, id } = WORK_TABLES[kind];
  const own = sql<boolean>`${sql.ref(id)} = ${item.id}`;
  return companyId === `''` ? own : sql<boolean>`${sql.ref(companyId)} = ${item.companyId} and ${own}`;
};

/** The columns that a lease changes, which all tables of work have. */
type WorkRow = Pick<Tables['payment'], 'attempts' | 'leaseToken' | 'leasedUntil' | 'version'>;

/** Builds the statements that are the same for every kind of work. */
export const workBuilder = (builder: Builder): Kysely<Readonly<Record<WorkTableName, WorkRow>>> => builder;
