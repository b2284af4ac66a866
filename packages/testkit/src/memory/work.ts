import type { Due, WorkItem, WorkKind, WorkQueue } from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

/** One row that waits for the outside, or would if its `due` were set. */
export interface Piece extends WorkItem {
  readonly due: Due | null;
  /** The payment or contract by whose id operators know it; none where they know none. */
  readonly subject?: string;
  readonly queue: WorkQueue;
  /** Writes another `due` into the row. */
  readonly put: (due: Due) => void;
}

/** Every row of a kind of work, with where its `due` is kept. */
export const piecesOf = (
  { payments, refunds, notices, certificateRequests, contracts, looseDocuments }: Unit,
  kind: WorkKind,
): readonly Piece[] => {
  switch (kind) {
    case 'payments':
      return payments.all().map((row) => ({
        ...itemOf(kind, row),
        subject: row.id,
        due: row.due,
        queue: { kind, provider: row.provider, urgent: row.notified !== null },
        put: (due) => put(payments, keyIn(row.companyId, row.id), (now) => ({ ...now, due })),
      }));
    case 'refunds':
      return refunds.all().map((row) => ({
        ...itemOf(kind, row),
        subject: row.paymentId,
        due: row.due,
        queue: { kind, provider: row.provider },
        put: (due) => put(refunds, keyIn(row.companyId, row.id), (now) => ({ ...now, due })),
      }));
    case 'notices':
      return notices.all().map((row) => ({
        kind,
        companyId: '',
        id: row.id,
        due: row.due,
        queue: { kind },
        put: (due) => put(notices, row.id, (now) => ({ ...now, due })),
      }));
    case 'certificates':
      return certificateRequests.all().map((row) => ({
        kind,
        companyId: row.companyId,
        id: row.contractId,
        subject: row.contractId,
        due: row.due,
        queue: { kind },
        put: (due) => put(certificateRequests, keyIn(row.companyId, row.contractId), (now) => ({ ...now, due })),
      }));
    case 'documents':
      return contracts.all().map((row) => ({
        ...itemOf(kind, row),
        subject: row.id,
        due: row.documentsDue,
        queue: { kind },
        put: (documentsDue) => put(contracts, keyIn(row.companyId, row.id), (now) => ({ ...now, documentsDue })),
      }));
    case 'loose_documents':
      return looseDocuments.all().map((row) => ({
        ...itemOf(kind, row),
        due: row.due,
        queue: { kind },
        put: (due) => put(looseDocuments, keyIn(row.companyId, row.id), (now) => ({ ...now, due })),
      }));
  }
};

const itemOf = (kind: WorkKind, { companyId, id }: { readonly companyId: string; readonly id: string }): WorkItem => ({
  kind,
  companyId,
  id,
});

interface Writable<Row> {
  get(key: string): Row | undefined;
  save(row: Row): void;
}

const put = <Row>(rows: Writable<Row>, key: string, change: (row: Row) => Row): void => {
  const row = rows.get(key);
  if (row) rows.save(change(row));
};

/** What a piece of work's lease is kept under. */
export const leaseKey = ({ kind, companyId, id }: WorkItem): string => `${kind} ${keyIn(companyId, id)}`;
