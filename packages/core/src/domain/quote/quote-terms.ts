import { addDays, calendarDate, parseDate, type LocalDate } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
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

/** The length of the policyholder's name, in characters. */
export const POLICYHOLDER_NAME: Length = { min: 2, max: 150 };

const LONGEST = Math.max(...DURATIONS);

/** Today's date, and the number of days from today within which cover must begin. */
export interface StartDates {
  readonly today: LocalDate;
  readonly horizon: number;
}

/** The terms of a quote request, under the caller's field names. */
export interface QuoteInput {
  readonly duration: number;
  readonly usage: string;
  readonly policyHolderName: string;
  readonly policyHolderPhone: string;
  readonly startDate: string;
}

/** The checked terms of a quote request. */
export type QuoteTerms = Pick<Quote, 'duration' | 'usage' | 'startDate' | 'policyholder'>;

const startDateIn =
  ({ today, horizon }: StartDates): Rule<LocalDate> =>
  (input) =>
    calendarDate(input).andThen((date) => {
      if (date < today) return Err(FAULTS.todayOrLater);
      // A sandbox can move its clock so close to the year 9999 that the contract would end in an unsupported year.
      const isTooLate = date > addDays(today, horizon) || parseDate(lastDayOfCover(date, LONGEST)) === undefined;
      return isTooLate ? Err(FAULTS.withinDays(horizon)) : Ok(date);
    });

/** The rules for the fields of a quote request (docs/api.md 5.6), in the order of the documentation. */
export const quoteRules = (startDates: StartDates) => ({
  duration: oneOf(DURATIONS),
  usage: oneOf(USAGES),
  policyHolderName: text(POLICYHOLDER_NAME),
  policyHolderPhone: mobileNumber,
  startDate: startDateIn(startDates),
});

/** Checks the terms of a quote request, but not the vehicle and the coverage. */
export const quoteTerms = (input: QuoteInput, startDates: StartDates): Result<QuoteTerms, InvalidRequest> =>
  fields(input, quoteRules(startDates)).map(toTerms);

export const toTerms = (checked: ValuesOf<ReturnType<typeof quoteRules>>): QuoteTerms => {
  const { duration, usage, startDate, policyHolderName: name, policyHolderPhone: phone } = checked;
  return { duration, usage, startDate, policyholder: { name, phone } };
};
