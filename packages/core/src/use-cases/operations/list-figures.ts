import type { Dependencies } from '../../ports/dependencies.ts';
import type { FigureFilter, FigureGroup, FigureRow, Sums } from '../../ports/figures.ts';
import type { BookedDays } from '../../ports/ledger.ts';
import { addDays, addMonths, daysBetween, startOfDay, type LocalDate } from '../../shared/calendar.ts';

type FigureDependencies = Pick<Dependencies, 'figures' | 'zone'>;

/** The length of a period: a calendar day, a week from Monday, or a month. */
export const FIGURE_STEPS = ['day', 'week', 'month'] as const;

/** One of `FIGURE_STEPS`. */
export type FigureStep = (typeof FIGURE_STEPS)[number];

/** A range of days of the business calendar, both included, and a filter. */
export interface FigureRequest extends BookedDays, FigureFilter {}

/** The figures of a period. The first and the last period may cover only a part of a week or month. */
export interface PeriodFigures extends BookedDays, Sums {}

/** The figures of a period in which nothing happened. */
export const NO_FIGURES: Sums = {
  quotes: 0,
  contracts: 0,
  premium: 0,
  certificatesPending: 0,
  refunded: 0,
  refundsDue: 0,
};

/** The figures of each period of a range, oldest first. Periods in which nothing happened are included. */
export const listFigures =
  ({ figures, zone }: FigureDependencies) =>
  async ({ from, until, ...filter }: FigureRequest, step: FigureStep): Promise<readonly PeriodFigures[]> => {
    const starts = startsOf(from, until, step);
    const bounds = [...starts, addDays(until, 1)].map((date) => startOfDay(date, zone));
    const rows = await figures.sums({ bounds, zone }, filter, null);
    return starts.map((start, at) => {
      const { period: _, key: __, ...sums } = rows.find(({ period }) => period === at) ?? { ...NONE, ...NO_FIGURES };
      return { from: start, until: addDays(starts[at + 1] ?? addDays(until, 1), -1), ...sums };
    });
  };

/** The figures of a whole range by company, insurer or coverage, greatest premium first. */
export const listFiguresBy =
  ({ figures, zone }: FigureDependencies) =>
  async ({ from, until, ...filter }: FigureRequest, by: FigureGroup): Promise<readonly FigureRow[]> => {
    const bounds = [from, addDays(until, 1)].map((date) => startOfDay(date, zone));
    const place = ({ key }: FigureRow): string => key ?? '';
    return (await figures.sums({ bounds, zone }, filter, by)).toSorted(
      (one, other) => other.premium - one.premium || other.quotes - one.quotes || (place(one) < place(other) ? -1 : 1),
    );
  };

/** The median is computed over at most this number of contracts, the latest of the range. */
export const TIMED_CONTRACTS = 500;

/**
 * The median time from payment to certificate in minutes, rounded up, of the latest contracts of a range. Undefined if
 * none of these contracts has a certificate.
 */
export const medianMinutesToCertificate =
  ({ figures, zone }: FigureDependencies) =>
  async ({ from, until, ...filter }: FigureRequest): Promise<number | undefined> => {
    const period = { since: startOfDay(from, zone), until: startOfDay(addDays(until, 1), zone) };
    const minutes = (await figures.minutesToCertificate(period, filter, TIMED_CONTRACTS)).toSorted((a, b) => a - b);
    return minutes[Math.floor((minutes.length - 1) / 2)];
  };

const SOME_MONDAY = '1970-01-05' as LocalDate;

const NONE = { period: 0, key: null } as const;

const startsOf = (from: LocalDate, until: LocalDate, step: FigureStep): readonly LocalDate[] => {
  const starts: LocalDate[] = [];
  for (let start = from; start <= until; start = startAfter(start, step)) starts.push(start);
  return starts;
};

const startAfter = (start: LocalDate, step: FigureStep): LocalDate => {
  if (step === 'day') return addDays(start, 1);
  if (step === 'month') return addMonths(`${start.slice(0, 7)}-01` as LocalDate, 1);
  const weekday = daysBetween(SOME_MONDAY, start) % 7;
  return addDays(start, 7 - ((weekday + 7) % 7));
};
