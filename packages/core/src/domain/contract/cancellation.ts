import { daysBetween, type Instant, type LocalDate } from '../../shared/calendar.ts';
import { shareOf, sum, type Francs, type Ratio } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { partOfLine } from '../coverage/compare-premiums.ts';
import type { CancellationRule, Coverage } from '../coverage/coverage.ts';
import { totalOf, type Premium, type PremiumLine } from '../coverage/premium.ts';
import { chargedAmount } from '../payment/payment.ts';
import type { Charge } from '../payment/fees.ts';

/** The reasons for which an operator can cancel a contract. */
export const CANCELLATION_CODES = ['withdrawal', 'sale', 'total_loss', 'duplicate', 'error', 'other'] as const;
export type CancellationCode = (typeof CANCELLATION_CODES)[number];

/** How much of the charge is refunded: the part that the coverage's rules allow, everything, or nothing. */
export const REFUND_EXTENTS = ['auto', 'full', 'none'] as const;
export type RefundExtent = (typeof REFUND_EXTENTS)[number];

/** The minimum refund of unused days. Transferring a smaller amount would cost about as much as the amount itself. */
export const LEAST_REFUND: Francs = 100;

/**
 * The refund of a cancellation. `lines` contains the refunded amount of each premium line, in the order of the premium.
 */
export interface CancellationRefund {
  /**
   * The sum of `lines` and `fees`, except for an imported premium whose lines do not add up to the charged premium. For
   * such a premium, a complete refund is the whole charge. A partial refund is at most the charged premium for the
   * unused days, plus `fees`.
   */
  readonly amount: Francs;
  readonly lines: readonly Francs[];
  /** The refunded part of the payer's fee for the provider's service. */
  readonly fees: Francs;
}

/** The effect of a cancellation on the days of cover and the money. */
export interface CancellationTerms {
  /** The last day of cover. Null if no day was ever covered; the contract's status then stays `pending`. */
  readonly lastDay: LocalDate | null;
  /** The last day of cover as the contract was sold. */
  readonly soldUntil: LocalDate;
  /** Null if nothing is refunded. */
  readonly refund: CancellationRefund | null;
}

/** A cancellation as recorded. */
export interface Cancellation extends CancellationTerms {
  readonly at: Instant;
  readonly code: CancellationCode;
  /** The operator's explanation, which the company can read. */
  readonly reason: string;
}

/** The contract to cancel, with its price and whether its certificate is issued. */
export interface Cancellable {
  readonly contract: { readonly startDate: LocalDate; readonly endDate: LocalDate };
  readonly premium: Premium;
  readonly coverage: Pick<Coverage, 'cancellation'>;
  readonly charge: Charge;
  readonly isCertified: boolean;
}

/** The operator's choices. If `lastDay` is null, the service chooses the last day of cover. */
export interface CancellationChoice {
  readonly lastDay: LocalDate | null;
  readonly refund: RefundExtent;
}

/** Why the service refuses a cancellation. */
export type CancellationRefusal =
  /** The contract has a certificate, and its last day of cover has passed. */
  | { readonly code: 'contract_over' }
  /** No day has been covered yet, so the operator cannot choose a last day. */
  | { readonly code: 'no_last_day' }
  | { readonly code: 'last_day_out_of_range'; readonly from: LocalDate; readonly until: LocalDate }
  /** The contract has no certificate, so its charge must be refunded. */
  | { readonly code: 'refund_required' };

/** The last day of cover as the contract was sold. Certificate and papers show this day even after a cancellation. */
export const soldUntil = (contract: {
  readonly endDate: LocalDate;
  readonly cancelled: CancellationTerms | null;
}): LocalDate => contract.cancelled?.soldUntil ?? contract.endDate;

/** The numbers of sold days and unused days, which explain a refund to people. */
export interface RefundBasis {
  readonly all: number;
  readonly unused: number;
  readonly extent: 'none' | 'whole' | 'days';
}

/** Computes the basis of a refund. `charged` is the sum of the premium and the payer's fee. */
export const refundBasis = (
  { lastDay, soldUntil, refund }: CancellationTerms,
  { startDate }: Pick<Cancellable['contract'], 'startDate'>,
  charged: Francs,
): RefundBasis => {
  const all = daysBetween(startDate, soldUntil) + 1;
  return {
    all,
    unused: lastDay === null ? all : daysBetween(lastDay, soldUntil),
    extent: refund === null ? 'none' : refund.amount === charged ? 'whole' : 'days',
  };
};

/**
 * The terms of a cancellation today. If there is no certificate or cover has not begun, no day stays covered, and
 * `auto` refunds everything. Otherwise the days up to the last day stay covered, and `auto` refunds the later days.
 */
export const cancellationTerms = (
  it: Cancellable,
  { lastDay, refund }: CancellationChoice,
  today: LocalDate,
): Result<CancellationTerms, CancellationRefusal> => {
  const { startDate, endDate } = it.contract;
  if (it.isCertified && today > endDate) return Err({ code: 'contract_over' });
  if (!it.isCertified || today < startDate) {
    if (lastDay !== null) return Err({ code: 'no_last_day' });
    if (!it.isCertified && refund === 'none') return Err({ code: 'refund_required' });
    return Ok({ lastDay: null, soldUntil: endDate, refund: refund === 'none' ? null : wholeRefund(it) });
  }
  const last = lastDay ?? today;
  if (last < today || last > endDate) return Err({ code: 'last_day_out_of_range', from: today, until: endDate });
  const refunded = { auto: refundOfDays, full: wholeRefund, none: () => null }[refund](it, last);
  return Ok({ lastDay: last, soldUntil: endDate, refund: refunded });
};

const wholeRefund = ({ premium: { lines }, charge }: Cancellable): CancellationRefund => ({
  amount: chargedAmount(charge),
  lines: lines.map(({ amount }) => amount),
  fees: charge.fees,
});

/** Refunds the days after the last day of cover. Each line is rounded down. Null if the refund is below the minimum. */
const refundOfDays = (
  { contract: { startDate, endDate }, premium, coverage, charge }: Cancellable,
  lastDay: LocalDate,
): CancellationRefund | null => {
  const unused = { parts: daysBetween(lastDay, endDate), of: daysBetween(startDate, endDate) + 1 };
  const { keeps } = coverage.cancellation ?? DEFAULT_RULE;
  const isKept = (line: PremiumLine): boolean => keeps.includes(partOfLine(line));
  const lines = premium.lines.map((line) =>
    isKept(line) ? 0 : shareOf(line.amount, product(unused, shareNotKept(line, premium, isKept)), 'down'),
  );
  const fees = keeps.includes('provider_fee') ? 0 : shareOf(charge.fees, unused, 'down');
  // The lines of an imported premium may add up to more than the charge. The refund must not include the price of
  // covered days.
  const amount = Math.min(sum(lines), shareOf(charge.amount, unused, 'down')) + fees;
  return amount < LEAST_REFUND ? null : { amount, lines, fees };
};

/**
 * How much the charged premium and its refund differ from the sums of their lines, without the payer's fee. Null if the
 * lines add up to the charged premium, as in every premium that was not imported.
 */
export const unlistedIn = (
  premium: Premium,
  charge: Charge,
  refund: CancellationRefund | null,
): { readonly charged: Francs; readonly refunded: Francs } | null => {
  const charged = charge.amount - totalOf(premium.lines);
  const refunded = refund === null ? 0 : refund.amount - refund.fees - sum(refund.lines);
  return charged === 0 ? null : { charged, refunded };
};

/** By default, the insurer's fees and the payer's fee are not refunded. */
const DEFAULT_RULE: CancellationRule = { keeps: ['fees', 'provider_fee'] };

/**
 * The share of a tax or levy that was charged on refundable lines. If a fee is not refunded, its tax is not refunded
 * either.
 */
const shareNotKept = ({ basis }: PremiumLine, { lines }: Premium, isKept: (line: PremiumLine) => boolean): Ratio => {
  if (!basis || typeof basis.of === 'string' || basis.amount === 0) return WHOLE;
  const { of: codes, amount } = basis;
  const taxed = lines.filter((line) => line.kind !== 'tax' && line.kind !== 'levy' && codes.includes(line.code));
  return { parts: Math.min(totalOf(taxed.filter((line) => !isKept(line))), amount), of: amount };
};

const WHOLE: Ratio = { parts: 1, of: 1 };

const product = (one: Ratio, other: Ratio): Ratio => ({ parts: one.parts * other.parts, of: one.of * other.of });
