import type { Instant, TimeZone } from '../shared/calendar.ts';
import type { Francs } from '../shared/money.ts';

/**
 * The figures of a group of quotes, contracts and refunds. Each object is counted in the period in which it was
 * created. Refunds in another currency are not counted.
 */
export interface Sums {
  readonly quotes: number;
  readonly contracts: number;
  /** The premiums of the counted contracts, without the payer's fees. */
  readonly premium: Francs;
  /** Contracts that are not cancelled and whose certificate is not issued yet. */
  readonly certificatesPending: number;
  /** The total of the refunds that the payers have received. */
  readonly refunded: Francs;
  /** The total of the refunds that are not done yet. */
  readonly refundsDue: Francs;
}

/** The objects by which figures are grouped. */
export type FigureGroup = 'company' | 'insurer' | 'coverage';

/** A filter for figures: all conditions that are set must hold. */
export interface FigureFilter {
  /** `companyId` and `coverageId` are ids. `insurer` is a code, or null for the service's own insurer. */
  readonly companyId?: string | undefined;
  readonly insurer?: string | null | undefined;
  readonly coverageId?: string | undefined;
}

/** The figures of one period. If figures are grouped, each row is for one company, insurer or coverage. */
export interface FigureRow extends Sums {
  /** The index of the period in `FigurePeriods`. */
  readonly period: number;
  /**
   * The id of the company or coverage, or the insurer's code. Null for the service's own insurer, and if the figures
   * are not grouped.
   */
  readonly key: string | null;
}

/** Consecutive periods of whole days in a time zone. */
export interface FigurePeriods {
  /** In ascending order: the start of each period, then the end of the last period, which is excluded. */
  readonly bounds: readonly Instant[];
  readonly zone: TimeZone;
}

/** Counts and sums over all companies, computed by the store. */
export interface Figures {
  /** The figures of each period, in any order. Periods and groups without figures are absent. */
  sums(periods: FigurePeriods, filter: FigureFilter, by: FigureGroup | null): Promise<readonly FigureRow[]>;
  /** Adds new rows to the daily totals of a time zone. So `sums` reads fewer rows, but returns the same figures. */
  summarise(zone: TimeZone): Promise<void>;
  /**
   * The minutes from payment to certificate, rounded up, in any order. Reads the `limit` latest contracts of the
   * filter's company, or of all companies, created at `since` or later and before `until`. Skips contracts that have no
   * certificate or do not match the rest of the filter.
   */
  minutesToCertificate(
    period: { readonly since: Instant; readonly until: Instant },
    filter: FigureFilter,
    limit: number,
  ): Promise<readonly number[]>;
}
