import type { FilterQuery } from '@mikro-orm/core';
import { LIVE_STATES, type Payment, type Payments } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromPayment, PaymentRow, toPayment } from '../rows/payment.ts';
import type { Session } from '../session.ts';
import { record } from './history.ts';

export const payments = (session: Session): Payments => {
  const find = async (where: FilterQuery<PaymentRow>): Promise<Payment | undefined> => {
    const row = await session.find(PaymentRow, where);
    return row && toPayment(row);
  };
  return {
    find: async (companyId, id) => (areIds(companyId, id) ? find({ company_id: companyId, id }) : undefined),
    live: async (companyId, quoteId) =>
      areIds(companyId, quoteId)
        ? find({ company_id: companyId, quote_id: quoteId, status: { $in: [...LIVE_STATES] } })
        : undefined,
    withReference: async (reference) => {
      if (!areIds(reference)) return undefined;
      const [known] = await session.query<{ company_id: string }>(
        'select company_id from payment_reference where payment_id = $1',
        [reference],
      );
      return known && find({ company_id: known.company_id, id: reference });
    },
    add: async (payment, entry) => {
      const { companyId, id, status } = payment;
      await session.insert('payment_reference', { payment_id: id, company_id: companyId });
      await session.insert('payment', fromPayment(payment));
      session.know(PaymentRow, fromPayment(payment));
      await record(session, { what: 'payment', companyId, id, from: null, to: status }, entry);
    },
    save: async (payment, entry) => {
      const { companyId, id, status } = payment;
      const { status: from } = await session.save(PaymentRow, [companyId, id], fromPayment(payment));
      await record(session, { what: 'payment', companyId, id, from, to: status }, entry);
    },
  };
};
