import { CURRENCY } from '../../shared/money.ts';
import type { Fact } from '../journal/fact.ts';
import type { Booking } from './entries.ts';

/**
 * What is booked of a fact. What a statement shows is no change of anything with states: fees, and what became of money
 * that went back, are booked by the commands that learn of them.
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
      // Money in another currency is not entered in the books.
      return fact.after.currency === CURRENCY ? ofRefund(fact) : [];
    case 'contract': {
      const { companyId, id, paymentId, cancelled } = fact.after;
      if (fact.before === null || fact.before.cancelled || !cancelled) return [];
      return [{ cause: 'contract_cancelled', companyId, subjectId: id, paymentId, at: fact.entry.at }];
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
  // The refund of a cancelled contract is owed by the entry of that contract.
  if (before === null)
    return payment.status === 'succeeded'
      ? []
      : [{ ...of, cause: 'payment_unused', subjectId: paymentId, at: happened }];
  if (after.status !== 'done') return [];
  if (before.status !== 'done')
    return [{ ...of, cause: why.code === 'refunded_by_transfer' ? 'refund_by_hand' : 'refund_done', subjectId: id }];
  // The provider gave back what an operator had given back by hand: the payer has it twice.
  return why.code === 'also_refunded_by_provider' ? [{ ...of, cause: 'refund_repeated', subjectId: id }] : [];
};
