import { addDays, calendarDate, parseDate, type LocalDate } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  fields,
  mobileNumber,
  oneOf,
  text,
  type InvalidRequest,
  type Length,
  type Rule,
  type ValuesOf,
} from '../../shared/rules.ts';
import { DURATIONS, lastDayOfCover, USAGES } from '../coverage/terms.ts';
import type { Quote } from './quote.ts';

/** Characters of the name a contract is made out to. */
export const POLICYHOLDER_NAME: Length = { min: 2, max: 150 };

const LONGEST = Math.max(...DURATIONS);

/** Today, and how many days from it a term may begin at most. */
export interface StartDates {
  readonly today: LocalDate;
  readonly horizon: number;
}

/** What a caller asks a price for, under the caller's own field names. */
export interface QuoteInput {
  readonly duration: number;
  readonly usage: string;
  readonly policyHolderName: string;
  readonly policyHolderPhone: string;
  readonly startDate: string;
}

/** What is asked for, checked. */
export type QuoteTerms = Pick<Quote, 'duration' | 'usage' | 'startDate' | 'policyholder'>;

const startDateIn =
  ({ today, horizon }: StartDates): Rule<LocalDate> =>
  (input) =>
    calendarDate(input).andThen((date) => {
      if (date < today) return Err('must be today or later');
      // A sandbox's clock can come so close to year 9999 that the term would end beyond it.
      const isTooLate = date > addDays(today, horizon) || parseDate(lastDayOfCover(date, LONGEST)) === undefined;
      return isTooLate ? Err(`must be at most ${horizon} days from today`) : Ok(date);
    });

/** Every rule of a quote's own fields (docs/api.md 5.6), in its order. */
export const quoteRules = (startDates: StartDates) => ({
  duration: oneOf(DURATIONS),
  usage: oneOf(USAGES),
  policyHolderName: text(POLICYHOLDER_NAME),
  policyHolderPhone: mobileNumber,
  startDate: startDateIn(startDates),
});

/** What a caller asks a price for, checked on its own. */
export const quoteTerms = (input: QuoteInput, startDates: StartDates): Result<QuoteTerms, InvalidRequest> =>
  fields(input, quoteRules(startDates)).map(toTerms);

/** Checked fields under the domain's own names. */
export const toTerms = (checked: ValuesOf<ReturnType<typeof quoteRules>>): QuoteTerms => {
  const { duration, usage, startDate, policyHolderName: name, policyHolderPhone: phone } = checked;
  return { duration, usage, startDate, policyholder: { name, phone } };
};
