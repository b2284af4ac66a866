import type { Due, WorkItem, WorkKind, WorkQueue } from '@vehicle-insurance/core';
import { keyIn, type Rows } from './table.ts';
import type { Unit } from './unit.ts';

/** A row that may wait for an outside system. The row has waiting work if `due` is set. */
export interface Piece extends WorkItem {
  readonly due: Due | null;
  /** The id of the payment or contract by which operators refer to the work, if any. */
  readonly subject?: string;
  readonly queue: WorkQueue;
  readonly put: (due: Due) => void;
}

type IsMatch = (due: Due | null) => boolean;

/** The rows of a kind of work whose `due` matches. By default, all rows. */
export const piecesOf = (unit: Unit, kind: WorkKind, isMatch: IsMatch = () => true): readonly Piece[] => {
  switch (kind) {
    case 'payments':
      return pieces(kind, unit.payments, 'due', isMatch, ({ companyId, id, provider, notified }) => {
        return { companyId, id, subject: id, queue: { kind, provider, urgent: notified !== null } };
      });
    case 'refunds':
      return pieces(kind, unit.refunds, 'due', isMatch, ({ companyId, id, paymentId: subject, provider }) => {
        return { companyId, id, subject, queue: { kind, provider } };
      });
    case 'notifications':
      return pieces(kind, unit.notifications, 'due', isMatch, ({ id }) => ({ companyId: '', id, queue: { kind } }));
    case 'statements':
      return pieces(kind, unit.statementReadings, 'due', isMatch, ({ id }) => ({ companyId: '', id, queue: { kind } }));
    case 'certificates':
      return pieces(kind, unit.certificateRequests, 'due', isMatch, ({ companyId, contractId: id }) => {
        return { companyId, id, subject: id, queue: { kind } };
      });
    case 'documents':
      return pieces(kind, unit.contracts, 'documentsDue', isMatch, ({ companyId, id }) => {
        return { companyId, id, subject: id, queue: { kind } };
      });
    case 'pending_uploads':
      return pieces(kind, unit.pendingUploads, 'due', isMatch, ({ companyId, id }) => ({
        companyId,
        id,
        queue: { kind },
      }));
  }
};

const pieces = <Field extends string, Row extends Readonly<Record<Field, Due | null>>>(
  kind: WorkKind,
  rows: Rows<Row>,
  field: Field,
  isMatch: IsMatch,
  about: (row: Row) => Pick<Piece, 'companyId' | 'id' | 'subject' | 'queue'>,
): readonly Piece[] => {
  const found: Piece[] = [];
  for (const row of rows.all()) {
    const due = row[field];
    if (!isMatch(due)) continue;
    const put = (next: Due): void => rows.change(row, { [field]: next } as unknown as Partial<Row>);
    found.push({ kind, ...about(row), due, put });
  }
  return found;
};

export const leaseKey = ({ kind, companyId, id }: WorkItem): string => keyIn(kind, keyIn(companyId, id));
