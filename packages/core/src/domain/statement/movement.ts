import type { Instant } from '../../shared/calendar.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import type { Cause } from '../ledger/entry.ts';
import { chargedAmount, type Payment } from '../payment/payment.ts';
import type { Refund } from '../payment/refund.ts';
import { kindOfLine, type TransactionKind } from './statement-line.ts';

/** An entry about a refund, a difference or the merchant fee, booked for the payments under one reference. */
export interface BookedRefund {
  readonly id: string;
  readonly cause: Cause;
  readonly subjectId: string;
  readonly amount: Francs;
  /** The amount posted to the account `merchant_fees`: above zero for a debit, below zero for a credit. */
  readonly fee: Francs;
}

/**
 * Money that entered or left the account according to our records, or a refund from another account (`elsewhere`). A
 * statement line must match the movement, unless another account made the refund and was repaid.
 */
export interface Movement {
  readonly kind: TransactionKind;
  /**
   * A session is paid once and refunded once, so session and kind identify a movement. A movement from `notDue` has the
   * id of the difference instead.
   */
  readonly sessionId: string;
  /** Above zero for money in, below zero for money out, in the unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly at: Instant;
  /** The payment whose money moved. */
  readonly paymentId: string;
  /** The payment, refund or difference under which the movement is booked. */
  readonly subjectId: string;
  /**
   * The merchant fee according to the books; below zero if the provider returned the fee. Absent until a fee is booked.
   */
  readonly fee?: Francs;
  /**
   * Set if an operator made this refund from another account, so that no statement of this account shows the refund.
   * `covered`: the other account was repaid, by this account or by the payer.
   */
  readonly elsewhere?: 'uncovered' | 'covered';
}

/**
 * The movements in our records under one reference: payments with or without a contract, completed refunds, and refunds
 * that the payer was not owed.
 */
export const movementsOf = (
  payments: readonly Payment[],
  refunds: readonly Refund[],
  booked: readonly BookedRefund[],
  differences: readonly Disputed[],
): readonly Movement[] => {
  const paid = payments.flatMap((payment): readonly Movement[] => {
    const { id, status, session, completed } = payment;
    if (status !== 'succeeded' || session === null || completed === null) return [];
    const whose = { currency: CURRENCY, paymentId: id, subjectId: id };
    return [{ kind: 'payment', sessionId: session.id, amount: chargedAmount(payment), at: completed, ...whose }];
  });
  const isPaid = new Set(paid.map(({ sessionId }) => sessionId));
  const refunded = refunds.flatMap((refund): readonly Movement[] => {
    const { id, paymentId, sessionId, amount, currency, created, status, completed } = refund;
    const of = { sessionId, currency, paymentId } as const;
    const unused = { ...of, kind: 'payment', amount, at: created, subjectId: paymentId } as const;
    const back = { ...of, kind: 'refund', amount: -amount, subjectId: id } as const;
    return [
      // The refund of a session implies that the session was paid, even without a contract.
      ...(isPaid.has(sessionId) ? [] : [unused]),
      ...(status === 'done' && completed !== null ? [{ ...back, at: completed, ...transferOf(booked, id) }] : []),
    ];
  });
  const fees = bookedFees(booked);
  return [...paid, ...refunded, ...notDue(booked, differences)].map((each) => ({ ...each, ...feeOf(fees, each) }));
};

/** The merchant fee of a movement according to the books, including all corrections. */
export interface BookedFee {
  readonly subjectId: string;
  readonly fee: Francs;
  /**
   * The entry that last booked the fee. The next correction is booked under this entry, so that no two corrections
   * start from the same fee.
   */
  readonly lastEntryId: string;
}

export const bookedFees = (booked: readonly BookedRefund[]): readonly BookedFee[] => {
  const applyCorrections = (from: BookedFee): BookedFee => {
    const next = booked.find((each) => each.cause === 'merchant_fee_corrected' && each.subjectId === from.lastEntryId);
    return next ? applyCorrections({ ...from, fee: from.fee + next.fee, lastEntryId: next.id }) : from;
  };
  return booked
    .filter(({ cause }) => cause === 'merchant_fee_kept' || cause === 'merchant_fee_returned')
    .map(({ id, subjectId, fee }) => applyCorrections({ subjectId, fee, lastEntryId: id }));
};

const feeOf = (fees: readonly BookedFee[], { subjectId }: Pick<Movement, 'subjectId'>): Pick<Movement, 'fee'> => {
  const own = fees.find((each) => each.subjectId === subjectId);
  return own ? { fee: own.fee } : {};
};

/** The part of a difference from which a movement is derived. */
interface Disputed {
  readonly id: string;
  readonly paymentId: string;
  readonly subject: string;
  readonly at: Instant;
}

/**
 * Refunds on the statement that the payer was not owed and has not returned to the wallet. Each refund is a separate
 * movement, so that its statement line matches nothing else.
 */
const notDue = (booked: readonly BookedRefund[], differences: readonly Disputed[]): readonly Movement[] =>
  booked.flatMap(({ cause, subjectId, amount }) => {
    const difference = differences.find(({ id }) => id === subjectId);
    const isBack = booked.some((each) => each.subjectId === subjectId && each.cause === 'repeated_returned');
    if (cause !== 'refund_repeated' || !difference || isBack) return [];
    const kind = kindOfLine(difference.subject) ?? 'refund';
    const { at, paymentId } = difference;
    return [{ kind, sessionId: subjectId, amount: -amount, currency: CURRENCY, at, paymentId, subjectId }];
  });

/**
 * Whether a refund's money came from another account and whether that account was repaid, according to the entries
 * about the refund.
 */
export const transferOf = (booked: readonly BookedRefund[], id: string): Pick<Movement, 'elsewhere'> => {
  const is = (cause: Cause): boolean => booked.some((each) => each.subjectId === id && each.cause === cause);
  if (!is('refund_by_hand') || is('refund_on_pages')) return {};
  // If there was a second transfer, `repeated_settled` is about the second transfer. The first transfer must still be
  // covered.
  const isSettled = is('repeated_settled') && !is('transfer_repeated');
  return { elsewhere: is('transfer_covered') || isSettled ? 'covered' : 'uncovered' };
};
