import type { Instant } from '../../shared/calendar.ts';
import { basisPoints, shareOf, type Francs } from '../../shared/money.ts';
import { totalOf } from '../coverage/premium.ts';
import type { Contract } from '../contract/contract.ts';
import { chargedAmount, type Payment } from '../payment/payment.ts';
import type { Refund } from '../payment/refund.ts';
import type { Quote } from '../quote/quote.ts';
import { accountOf } from './account.ts';
import { entryOf, reversed, type Cause, type Entry, type Posting } from './entry.ts';

/** The id of a new entry, and its booking date. */
export type Booking = Pick<Entry, 'id' | 'bookedOn'>;

/** What an entry about a payment's money is made from. */
export interface Paid {
  readonly payment: Payment;
  readonly quote: Quote;
}

/**
 * A payment that bought a contract: the premium line by line, the payer's fee, and the commission out of the premium.
 */
export const paymentSucceeded = (booking: Booking, paid: Paid, at: Instant): Entry =>
  entry(booking, paid, { cause: 'payment_succeeded', subjectId: paid.payment.id, at, postings: collected(paid) });

/** Money that bought nothing: all of it goes back, even if it is not the amount that was asked for. */
export const paymentUnused = (booking: Booking, paid: Paid, amount: Francs, at: Instant): Entry =>
  entry(booking, paid, {
    cause: 'payment_unused',
    subjectId: paid.payment.id,
    at,
    postings: moved('refunds_due', 'wallet', amount),
  });

/**
 * A cancelled contract: the entry of its payment is reversed, except that the wallet's amount becomes due to the payer.
 */
export const contractCancelled = (booking: Booking, paid: Paid, { id }: Pick<Contract, 'id'>, at: Instant): Entry =>
  entry(booking, paid, {
    cause: 'contract_cancelled',
    subjectId: id,
    at,
    postings: reversed(collected(paid)).map(({ account, amount }) => ({
      account: account === 'wallet' ? 'refunds_due' : account,
      amount,
    })),
  });

/**
 * The accounts that a refund's money moves between: from, to. A transfer by hand does not touch the wallet until an
 * operator records what became of the wallet's money.
 */
const WAY_BACK = {
  refund_done: ['wallet', 'refunds_due'],
  refund_by_hand: ['suspense', 'refunds_due'],
  refund_repeated: ['wallet', 'receivable'],
  transfer_repeated: ['suspense', 'receivable'],
  refund_on_pages: ['wallet', 'suspense'],
  transfer_covered: ['wallet', 'suspense'],
  repeated_settled: ['receivable', 'suspense'],
  repeated_returned: ['receivable', 'wallet'],
} as const satisfies Partial<Record<Cause, readonly [Posting['account'], Posting['account']]>>;

/** How money was given back, or what became of it afterwards. */
export type GivenBack = keyof typeof WAY_BACK;

/** Causes of entries about money that went back. */
export const REFUND_CAUSES = Object.keys(WAY_BACK) as readonly Cause[];

/** Money that went back to the payer. */
export const refunded = (
  booking: Booking,
  paid: Paid,
  { id, amount }: Pick<Refund, 'id' | 'amount'>,
  cause: GivenBack,
  at: Instant,
): Entry => {
  const [from, to] = WAY_BACK[cause];
  return entry(booking, paid, { cause, subjectId: id, at, postings: moved(from, to, amount) });
};

/** Causes of entries about the provider's fee. */
export const FEE_CAUSES = [
  'merchant_fee_kept',
  'merchant_fee_returned',
  'merchant_fee_corrected',
] as const satisfies readonly Cause[];

/** What the provider kept beyond what is booked, or gave back if it is below zero. */
export interface FeeBooked {
  /** The movement's, or the entry that is corrected. */
  readonly subjectId: string;
  readonly fee: Francs;
  readonly isCorrection: boolean;
}

/** What the provider kept of a movement, or gave back. */
export const merchantFee = (
  booking: Booking,
  paid: Paid,
  { subjectId, fee, isCorrection }: FeeBooked,
  at: Instant,
): Entry =>
  entry(booking, paid, {
    cause: isCorrection ? 'merchant_fee_corrected' : fee > 0 ? 'merchant_fee_kept' : 'merchant_fee_returned',
    subjectId,
    at,
    postings: moved('wallet', 'merchant_fees', fee),
  });

const entry = (
  booking: Booking,
  { payment: { companyId, provider }, quote: { coverage } }: Paid,
  booked: { readonly cause: Cause } & Pick<Entry, 'subjectId' | 'at' | 'postings'>,
): Entry => entryOf({ ...booking, companyId, insurer: coverage.insurer ?? null, wallet: provider, ...booked });

const moved = (from: Posting['account'], to: Posting['account'], amount: Francs): readonly Posting[] => [
  { account: to, amount },
  { account: from, amount: -amount },
];

const collected = ({ payment, quote: { premium, coverage } }: Paid): readonly Posting[] => {
  const net = totalOf(premium.lines.filter((line) => accountOf(line) === 'premium_due'));
  const commission = shareOf(net, basisPoints(coverage.commission ?? 0), 'half_up');
  return [
    { account: 'wallet', amount: chargedAmount(payment) },
    { account: 'provider_fees', amount: -payment.fees },
    ...premium.lines.map((line) => ({ account: accountOf(line), amount: -line.amount })),
    // Zero, unless imported lines do not add up to the amount asked for: that must not block the payment.
    { account: 'suspense', amount: totalOf(premium.lines) - payment.amount },
    ...moved('commission', 'premium_due', commission),
  ];
};
