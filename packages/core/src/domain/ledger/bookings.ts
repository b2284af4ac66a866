import { CURRENCY } from '../../shared/money.ts';
import type { Fact } from '../journal/fact.ts';
import type { Booking } from './entries.ts';

/**
 * The bookings of a fact. Merchant fees and settlements of refunds are not facts, because only a statement or an
 * operator reports them. The use case that receives such a report makes the booking.
 */
export const bookingsOf = (fact: Fact): readonly Booking[] => {
  switch (fact.what) {
    case 'payment': {
      const { companyId, id, status, completed } = fact.after;
      if (fact.before === null || fact.before.status === status || status !== 'succeeded') return [];
      const at = completed ?? fact.entry.at;
      return [{ cause: 'payment_succeeded', companyId, subjectId: id, paymentId: id, at }];
    }
    case 'refund':
      // A refund in another currency is not booked.
      return fact.after.currency === CURRENCY ? ofRefund(fact) : [];
    case 'contract': {
      const { companyId, id, paymentId, cancelled } = fact.after;
      if (fact.before === null || fact.before.cancelled || !cancelled?.refund) return [];
      const { refund } = cancelled;
      return [{ cause: 'contract_cancelled', companyId, subjectId: id, paymentId, at: fact.entry.at, refund }];
    }
    case 'certificate':
    case 'company':
    case 'key':
      return [];
  }
};

const ofRefund = ({
  before,
  after,
  payment,
  entry,
}: Extract<Fact, { readonly what: 'refund' }>): readonly Booking[] => {
  const { companyId, id, paymentId, amount } = after;
  const { at, happened = at, why } = entry;
  const of = { companyId, paymentId, amount, at };
  // If the payment bought a contract, the entry of the cancellation has already booked the refund as due.
  if (before === null)
    return payment.status === 'succeeded'
      ? []
      : [{ ...of, cause: 'payment_unused', subjectId: paymentId, at: happened }];
  if (after.status !== 'done') return [];
  if (before.status !== 'done')
    return [{ ...of, cause: why.code === 'refunded_by_transfer' ? 'refund_by_hand' : 'refund_done', subjectId: id }];
  // The provider refunded a payment that an operator had already refunded by hand, so the payer has the money twice.
  return why.code === 'also_refunded_by_provider' ? [{ ...of, cause: 'refund_repeated', subjectId: id }] : [];
};
