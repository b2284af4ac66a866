import { daysBetween, type Instant, type LocalDate } from '../../shared/calendar.ts';
import { shareOf, sum, type Francs, type Ratio } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { partOfLine } from '../coverage/compare-premiums.ts';
import type { CancellationRule, Coverage } from '../coverage/coverage.ts';
import { totalOf, type Premium, type PremiumLine } from '../coverage/premium.ts';
import { chargedAmount } from '../payment/payment.ts';
import type { Charge } from '../payment/fees.ts';

/** Why a contract is cancelled. */
export const CANCELLATION_CODES = ['withdrawal', 'sale', 'total_loss', 'duplicate', 'error', 'other'] as const;
/** The code of one reason. */
export type CancellationCode = (typeof CANCELLATION_CODES)[number];

/** How much is refunded: the part that the rules allow, everything that was charged, or nothing. */
export const REFUND_EXTENTS = ['auto', 'full', 'none'] as const;
/** How much is refunded. */
export type RefundExtent = (typeof REFUND_EXTENTS)[number];

/** The minimum refund. A transfer of less would cost about as much as the refund itself. */
export const LEAST_REFUND: Francs = 100;

/** The refund of a cancellation, split into the lines of the premium in their order. */
export interface CancellationRefund {
  /**
   * The sum of the lines and fees, unless the lines of an imported premium do not add up to the charge. A complete
   * refund is then the whole charge, and a partial refund at most the charge's share for the unused days.
   */
  readonly amount: Francs;
  readonly lines: readonly Francs[];
  /** The refunded part of the payer's fee for the provider's service. */
  readonly fees: Francs;
}

/** The effect of a cancellation on the days of cover and the money. */
export interface CancellationTerms {
  /** The last day of cover. Null if the contract never covered a day; its status then stays `pending`. */
  readonly lastDay: LocalDate | null;
  /** The last day of cover as the contract was sold. The certificate shows it. */
  readonly soldUntil: LocalDate;
  /** Null if nothing is refunded. */
  readonly refund: CancellationRefund | null;
}

/** A cancellation as recorded. */
export interface Cancellation extends CancellationTerms {
  readonly at: Instant;
  readonly code: CancellationCode;
  /** The operator's words, which the company can read. */
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

/** The operator's choices. */
export interface CancellationChoice {
  readonly lastDay: LocalDate | null;
  readonly refund: RefundExtent;
}

/** Why a contract cannot be cancelled in this way. */
export type CancellationRefusal =
  /** The last day of cover has passed. */
  | { readonly code: 'contract_over' }
  /** The contract has covered no day yet, so a last day cannot be chosen. */
  | { readonly code: 'no_last_day' }
  | { readonly code: 'last_day_out_of_range'; readonly from: LocalDate; readonly until: LocalDate }
  /** A contract without a certificate must be refunded. */
  | { readonly code: 'refund_required' };

/** The last day of cover as the contract was sold. Certificate and papers show it even after a cancellation. */
export const soldUntil = (contract: {
  readonly endDate: LocalDate;
  readonly cancelled: CancellationTerms | null;
}): LocalDate => contract.cancelled?.soldUntil ?? contract.endDate;

/** The numbers that explain a refund to people: the days that were sold, and the unused days. */
export interface RefundBasis {
  readonly all: number;
  readonly unused: number;
  readonly extent: 'none' | 'whole' | 'days';
}

/** The basis of a refund; `charged` is everything that was charged. */
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
 * The terms of a cancellation today. If the contract has no certificate or has not begun, no day is covered, and `auto`
 * refunds everything. Otherwise the days up to the last day stay covered, and `auto` refunds the later days.
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

/** Everything that was charged. */
const wholeRefund = ({ premium: { lines }, charge }: Cancellable): CancellationRefund => ({
  amount: chargedAmount(charge),
  lines: lines.map(({ amount }) => amount),
  fees: charge.fees,
});

/**
 * The refund for the days after the last day of cover, with each line rounded down; null if it is below the minimum.
 */
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
  // The lines of an imported premium may add up to more than was charged. The refund must not include the price of days
  // that were covered.
  const amount = Math.min(sum(lines), shareOf(charge.amount, unused, 'down')) + fees;
  return amount < LEAST_REFUND ? null : { amount, lines, fees };
};

/**
 * The amounts that are missing from a table of the lines: the charge and the refund, less the sums of their lines. Null
 * if the lines add up, as they do for every premium that was not imported.
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

/** The default: the insurer's fees and the fee for the provider's service are kept. */
const DEFAULT_RULE: CancellationRule = { keeps: ['fees', 'provider_fee'] };

/** The refundable share of a tax or levy: the share charged on refundable lines. The tax on a kept fee is kept too. */
const shareNotKept = ({ basis }: PremiumLine, { lines }: Premium, isKept: (line: PremiumLine) => boolean): Ratio => {
  if (!basis || typeof basis.of === 'string' || basis.amount === 0) return WHOLE;
  const { of: codes, amount } = basis;
  const taxed = lines.filter((line) => line.kind !== 'tax' && line.kind !== 'levy' && codes.includes(line.code));
  return { parts: Math.min(totalOf(taxed.filter((line) => !isKept(line))), amount), of: amount };
};

const WHOLE: Ratio = { parts: 1, of: 1 };

const product = (one: Ratio, other: Ratio): Ratio => ({ parts: one.parts * other.parts, of: one.of * other.of });
