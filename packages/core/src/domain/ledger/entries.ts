import type { LocalDate } from '../../shared/calendar.ts';
import { basisPoints, shareOf, type Francs } from '../../shared/money.ts';
import { totalOf, type PremiumLine } from '../coverage/premium.ts';
import { chargedAmount, type Payment } from '../payment/payment.ts';
import type { Quote } from '../quote/quote.ts';
import type { CancellationRefund } from '../contract/cancellation.ts';
import { accountOf } from './account.ts';
import { balance, type Cause, type Entry, type PaymentCause, type Posting } from './entry.ts';

/** The payment and quote from which an entry is made. */
export interface Paid {
  readonly payment: Payment;
  readonly quote: Quote;
}

/** Causes of entries that have a posting for each line of the premium. */
type PremiumCause = 'payment_succeeded' | 'contract_cancelled';

/** A movement of money to be booked. There is at most one entry per cause and subject. */
export type Booking = Pick<Entry, 'companyId' | 'subjectId' | 'at'> & {
  readonly paymentId: string;
} & (
    | { readonly cause: 'payment_succeeded' }
    | { readonly cause: 'contract_cancelled'; readonly refund: CancellationRefund }
    | { readonly cause: Exclude<PaymentCause, PremiumCause>; readonly amount: Francs }
  );

/**
 * For each cause, the account to credit and the account to debit. A transfer by hand does not change the wallet until
 * an operator settles the transfer.
 */
const REFUND_ACCOUNTS = {
  refund_done: ['wallet', 'refunds_due'],
  refund_by_hand: ['suspense', 'refunds_due'],
  refund_repeated: ['wallet', 'receivable'],
  transfer_repeated: ['suspense', 'receivable'],
  refund_on_pages: ['wallet', 'suspense'],
  transfer_covered: ['wallet', 'suspense'],
  repeated_settled: ['receivable', 'suspense'],
  repeated_returned: ['receivable', 'wallet'],
} as const satisfies Partial<Record<PaymentCause, AccountPair>>;

type AccountPair = readonly [from: Posting['account'], to: Posting['account']];

/** How money was refunded, or how the refund was settled afterwards. */
export type RefundCause = keyof typeof REFUND_ACCOUNTS;

/** Causes of entries about refunded money. */
export const REFUND_CAUSES = Object.keys(REFUND_ACCOUNTS) as readonly Cause[];

/** Causes of entries about the merchant fee. */
export const FEE_CAUSES = [
  'merchant_fee_kept',
  'merchant_fee_returned',
  'merchant_fee_corrected',
] as const satisfies readonly PaymentCause[];

export type FeeCause = (typeof FEE_CAUSES)[number];

const ACCOUNTS_BY_CAUSE: Readonly<Record<Exclude<PaymentCause, PremiumCause>, AccountPair>> = {
  ...REFUND_ACCOUNTS,
  // Money that bought no contract becomes due as a refund, even if the amount differs from the charge.
  payment_unused: ['refunds_due', 'wallet'],
  merchant_fee_kept: ['wallet', 'merchant_fees'],
  merchant_fee_returned: ['wallet', 'merchant_fees'],
  merchant_fee_corrected: ['wallet', 'merchant_fees'],
};

/** The entry of a booking. Throws if the postings do not balance. */
export const entryOf = (
  booking: Booking,
  paid: Paid,
  { id, bookedOn }: { readonly id: string; readonly bookedOn: LocalDate },
): Entry => {
  const { companyId, cause, subjectId, paymentId, at } = booking;
  const insurer = paid.quote.coverage.insurer ?? null;
  const postings = postingsOf(booking, paid);
  return balance({
    ...{ id, companyId, insurer, wallet: paid.payment.provider, cause, subjectId, paymentId, at, bookedOn, postings },
  });
};

const postingsOf = (booking: Booking, paid: Paid): readonly Posting[] => {
  switch (booking.cause) {
    case 'payment_succeeded':
      return collectionPostings(paid);
    case 'contract_cancelled':
      return cancellationPostings(paid, booking.refund);
    default:
      return movePostings(ACCOUNTS_BY_CAUSE[booking.cause], booking.amount);
  }
};

const movePostings = ([from, to]: AccountPair, amount: Francs): readonly Posting[] => [
  { account: to, amount },
  { account: from, amount: -amount },
];

const netOf = (lines: readonly PremiumLine[]): Francs =>
  totalOf(lines.filter((line) => accountOf(line) === 'premium_due'));

const commissionOf = ({ premium, coverage }: Quote): Francs =>
  shareOf(netOf(premium.lines), basisPoints(coverage.commission ?? 0), 'half_up');

/** Books the charge, the payer's fee and each premium line, and deducts the commission from the premium due. */
const collectionPostings = ({ payment, quote }: Paid): readonly Posting[] => {
  const { premium } = quote;
  return [
    { account: 'wallet', amount: chargedAmount(payment) },
    { account: 'provider_fees', amount: -payment.fees },
    ...premium.lines.map((line) => ({ account: accountOf(line), amount: -line.amount })),
    // This posting is zero unless the amount of an imported quote differs from the sum of its lines. The entry must
    // balance even then, so that the payment is not blocked.
    { account: 'suspense', amount: totalOf(premium.lines) - payment.amount },
    ...movePostings(['commission', 'premium_due'], commissionOf(quote)),
  ];
};

/**
 * Reverses the refunded lines and the refunded fee, which become due to the payer. Reverses the commission in the same
 * proportion as the net premium.
 */
const cancellationPostings = ({ quote }: Paid, { amount, lines, fees }: CancellationRefund): readonly Posting[] => {
  const { premium } = quote;
  const refunded = premium.lines.map((line, at) => ({ ...line, amount: lines[at] ?? 0 }));
  const net = netOf(premium.lines);
  const commission = net === 0 ? 0 : shareOf(commissionOf(quote), { parts: netOf(refunded), of: net }, 'down');
  return [
    { account: 'refunds_due', amount: -amount },
    { account: 'provider_fees', amount: fees },
    ...refunded.map((line) => ({ account: accountOf(line), amount: line.amount })),
    // This posting is zero unless the amount of an imported quote differs from the sum of its lines.
    { account: 'suspense', amount: amount - fees - totalOf(refunded) },
    ...movePostings(['commission', 'premium_due'], -commission),
  ];
};
