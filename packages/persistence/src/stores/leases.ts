import type { Leases, WorkItem } from '@vehicle-insurance/core';
import { randomUUID } from 'node:crypto';
import { CertificateRequestRow } from '../rows/certificate-request.ts';
import { areIds } from '../rows/columns.ts';
import { ContractRow } from '../rows/contract.ts';
import { PendingUploadRow } from '../rows/loose-document.ts';
import { NotificationRow } from '../rows/notice.ts';
import { PaymentRow } from '../rows/payment.ts';
import { RefundRow } from '../rows/refund.ts';
import type { Session } from '../session.ts';
import { pieceOf, UNHELD, WORK_TABLES } from './work-tables.ts';

export const leases = (session: Session): Leases => ({
  take: async (item, seconds) => {
    if (!couldExist(item)) return undefined;
    const { table } = WORK_TABLES[item.kind];
    const lease = randomUUID();
    // Counting an attempt is a change of the row: a session that has read it must read it again before saving.
    const [row] = await session.query<{ attempts: number }>(
      `update ${table}
       set lease_token = $3, leased_until = clock_timestamp() + make_interval(secs => $4),
           attempts = attempts + 1, version = version + 1
       where ${pieceOf(WORK_TABLES[item.kind])} and ${UNHELD}
       returning attempts`,
      [item.companyId, item.id, lease, seconds],
    );
    if (!row) return undefined;
    await readAgain(session, item);
    const { kind, companyId, id } = item;
    return { kind, companyId, id, lease, attempt: row.attempts };
  },
  holds: async (claim) => {
    if (!couldExist(claim) || !areIds(claim.lease)) return false;
    const { table } = WORK_TABLES[claim.kind];
    // The time is asked for once the row is locked: waiting for it may have outlasted the lease.
    const [row] = await session.query<{ holds: boolean }>(
      `with locked as materialized (
         select lease_token, leased_until from ${table} where ${pieceOf(WORK_TABLES[claim.kind])} for no key update
       )
       select lease_token = $3 and leased_until > clock_timestamp() as holds from locked`,
      [claim.companyId, claim.id, claim.lease],
    );
    return row?.holds ?? false;
  },
  revoke: async (item) => {
    if (!couldExist(item)) return;
    const { table } = WORK_TABLES[item.kind];
    await session.query(
      `update ${table} set lease_token = null, leased_until = null where ${pieceOf(WORK_TABLES[item.kind])}`,
      [item.companyId, item.id],
    );
  },
});

/** Reads the piece again, so that a session that has read it before can save it after its attempt was counted. */
const readAgain = (session: Session, { kind, companyId: company_id, id }: WorkItem): Promise<void> => {
  switch (kind) {
    case 'payments':
      return session.findAgain(PaymentRow, [company_id, id], { company_id, id });
    case 'refunds':
      return session.findAgain(RefundRow, [company_id, id], { company_id, id });
    case 'notices':
      return session.findAgain(NotificationRow, [id], { id });
    case 'certificates':
      return session.findAgain(CertificateRequestRow, [company_id, id], { company_id, contract_id: id });
    case 'documents':
      return session.findAgain(ContractRow, [company_id, id], { company_id, id });
    case 'loose_documents':
      return session.findAgain(PendingUploadRow, [company_id, id], { company_id, id });
  }
};

const couldExist = ({ kind, companyId, id }: WorkItem): boolean =>
  areIds(id) && (kind === 'notices' || areIds(companyId));
