import type { Due, WorkItem, WorkKind, WorkQueue } from '@vehicle-insurance/core';
import { keyIn, type Rows } from './table.ts';
import type { Unit } from './unit.ts';

/** One row that waits for an outside system, or would if its `due` were set. */
export interface Piece extends WorkItem {
  readonly due: Due | null;
  /** The payment or contract by whose id operators know it, if there is one. */
  readonly subject?: string;
  readonly queue: WorkQueue;
  /** Writes another `due` into the row. */
  readonly put: (due: Due) => void;
}

/** All rows of a kind of work, with the field that holds their `due`. */
export const piecesOf = (unit: Unit, kind: WorkKind): readonly Piece[] => {
  switch (kind) {
    case 'payments':
      return pieces(kind, unit.payments, 'due', ({ companyId, id, provider, notified }) => {
        return { companyId, id, subject: id, queue: { kind, provider, urgent: notified !== null } };
      });
    case 'refunds':
      return pieces(kind, unit.refunds, 'due', ({ companyId, id, paymentId: subject, provider }) => {
        return { companyId, id, subject, queue: { kind, provider } };
      });
    case 'notices':
      return pieces(kind, unit.notices, 'due', ({ id }) => ({ companyId: '', id, queue: { kind } }));
    case 'statements':
      return pieces(kind, unit.statementReadings, 'due', ({ id }) => ({ companyId: '', id, queue: { kind } }));
    case 'certificates':
      return pieces(kind, unit.certificateRequests, 'due', ({ companyId, contractId: id }) => {
        return { companyId, id, subject: id, queue: { kind } };
      });
    case 'documents':
      return pieces(kind, unit.contracts, 'documentsDue', ({ companyId, id }) => {
        return { companyId, id, subject: id, queue: { kind } };
      });
    case 'loose_documents':
      return pieces(kind, unit.pendingUploads, 'due', ({ companyId, id }) => ({ companyId, id, queue: { kind } }));
  }
};

const pieces = <Field extends string, Row extends Readonly<Record<Field, Due | null>>>(
  kind: WorkKind,
  rows: Rows<Row>,
  field: Field,
  about: (row: Row) => Pick<Piece, 'companyId' | 'id' | 'subject' | 'queue'>,
): readonly Piece[] =>
  rows.all().map((row) => {
    const put = (due: Due): void => rows.change(row, { [field]: due } as unknown as Partial<Row>);
    return { kind, ...about(row), due: row[field], put };
  });

/** The key of a work item's lease. */
export const leaseKey = ({ kind, companyId, id }: WorkItem): string => `${kind} ${keyIn(companyId, id)}`;
