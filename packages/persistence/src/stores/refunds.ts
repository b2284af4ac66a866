import type { Refunds } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromRefund, RefundRow, toRefund } from '../rows/refund.ts';
import type { Session } from '../session.ts';
import { record } from './history.ts';

export const refunds = (session: Session): Refunds => ({
  find: async (companyId, id) => {
    const row = areIds(companyId, id) ? await session.find(RefundRow, { company_id: companyId, id }) : undefined;
    return row && toRefund(row);
  },
  add: async (refund, entry) => {
    const { companyId, id, status } = refund;
    if (!(await session.insert('refund', fromRefund(refund), 'on conflict do nothing'))) return;
    session.know(RefundRow, fromRefund(refund));
    await record(session, { what: 'refund', companyId, id, from: null, to: status }, entry);
  },
  save: async (refund, entry) => {
    const { companyId, id, status } = refund;
    const { status: from } = await session.save(RefundRow, [companyId, id], fromRefund(refund));
    await record(session, { what: 'refund', companyId, id, from, to: status }, entry);
  },
});
