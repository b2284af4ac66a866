import type { Instant } from '../../shared/calendar.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import type { Cause } from '../ledger/entry.ts';
import { chargedAmount, type Payment } from '../payment/payment.ts';
import type { Refund } from '../payment/refund.ts';
import { kindOfLine, type TransactionKind } from './statement-line.ts';

/** An entry about a refund, a difference or the provider's fee, under a reference. */
export interface BookedRefund {
  readonly id: string;
  readonly cause: Cause;
  readonly subjectId: string;
  readonly amount: Francs;
  /** What `merchant_fees` receives; below zero what it gives. */
  readonly fee: Francs;
}

/** Money that went into the account or out of it by our own records: a line of the statement must match it. */
export interface Movement {
  readonly kind: TransactionKind;
  /**
   * A session is paid once and refunded once, so session and kind identify a movement. Of a movement booked from a
   * line: the difference's id.
   */
  readonly sessionId: string;
  /** Above zero what came in, below zero what went out, in the unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly at: Instant;
  /** The payment whose money moved. */
  readonly paymentId: string;
  /** The payment, refund or difference that the movement is booked under. */
  readonly subjectId: string;
  /** What the provider kept of it by the books, or gave back below zero; absent until a statement shows it. */
  readonly fee?: Francs;
  /**
   * Set if an operator gave it back by a transfer from elsewhere, which is on no statement of this account; `covered`
   * once the account's money was paid out to where the transfer came from, or the payer has paid it there.
   */
  readonly elsewhere?: 'uncovered' | 'covered';
}

/**
 * What our records say moved under one reference: what was paid into its sessions, whether it bought something or was
 * given back, and what was given back.
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
  const given = refunds.flatMap((refund): readonly Movement[] => {
    const { id, paymentId, sessionId, amount, currency, created, status, completed } = refund;
    const of = { sessionId, currency, paymentId } as const;
    const unused = { ...of, kind: 'payment', amount, at: created, subjectId: paymentId } as const;
    const back = { ...of, kind: 'refund', amount: -amount, subjectId: id } as const;
    return [
      // A refund shows that its session was paid, although nothing was bought.
      ...(isPaid.has(sessionId) ? [] : [unused]),
      ...(status === 'done' && completed !== null ? [{ ...back, at: completed, ...transferOf(booked, id) }] : []),
    ];
  });
  const fees = bookedFees(booked);
  return [...paid, ...given, ...notDue(booked, differences)].map((each) => ({ ...each, ...feeOf(fees, each) }));
};

/** The provider's fee of a movement by the books, all corrections included. */
export interface BookedFee {
  readonly subjectId: string;
  readonly fee: Francs;
  /** The entry under which the next correction is booked, so that no two corrections start from the same fee. */
  readonly lastEntryId: string;
}

/** The fees that are booked, one for each movement. */
export const bookedFees = (booked: readonly BookedRefund[]): readonly BookedFee[] => {
  const corrected = (from: BookedFee): BookedFee => {
    const next = booked.find((each) => each.cause === 'merchant_fee_corrected' && each.subjectId === from.lastEntryId);
    return next ? corrected({ ...from, fee: from.fee + next.fee, lastEntryId: next.id }) : from;
  };
  return booked
    .filter(({ cause }) => cause === 'merchant_fee_kept' || cause === 'merchant_fee_returned')
    .map(({ id, subjectId, fee }) => corrected({ subjectId, fee, lastEntryId: id }));
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
 * Money that left the account by a line although it was not due, and that the payer owes: a separate movement, so that
 * the line matches nothing else.
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

/** Whether a refund's money came from elsewhere, by the entries booked about it. */
export const transferOf = (booked: readonly BookedRefund[], id: string): Pick<Movement, 'elsewhere'> => {
  const is = (cause: Cause): boolean => booked.some((each) => each.subjectId === id && each.cause === cause);
  if (!is('refund_by_hand') || is('refund_on_pages')) return {};
  // Where a second transfer was settled, the first is still to be covered.
  const isSettled = is('repeated_settled') && !is('transfer_repeated');
  return { elsewhere: is('transfer_covered') || isSettled ? 'covered' : 'uncovered' };
};
