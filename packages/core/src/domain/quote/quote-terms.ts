import { calendarDate, parseDate, type LocalDate } from '../../shared/calendar.ts';
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

/** A term that begins before this day ends in a year that a date can have. */
const FAR = '9990-01-01';

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

const notBefore =
  (today: LocalDate): Rule<LocalDate> =>
  (input) =>
    calendarDate(input).andThen((date) => {
      if (date < today) return Err('must be today or later');
      const ends = date < FAR ? date : parseDate(lastDayOfCover(date, LONGEST));
      return ends === undefined ? Err('must not be so far in the future') : Ok(date);
    });

/** Every rule of a quote's own fields (docs/api.md 5.6), in its order. */
export const quoteRules = (today: LocalDate) => ({
  duration: oneOf(DURATIONS),
  usage: oneOf(USAGES),
  policyHolderName: text(POLICYHOLDER_NAME),
  policyHolderPhone: mobileNumber,
  startDate: notBefore(today),
});

/** What a caller asks a price for, checked on its own. */
export const quoteTerms = (input: QuoteInput, today: LocalDate): Result<QuoteTerms, InvalidRequest> =>
  fields(input, quoteRules(today)).map(toTerms);

/** Checked fields under the domain's own names. */
export const toTerms = (checked: ValuesOf<ReturnType<typeof quoteRules>>): QuoteTerms => {
  const { duration, usage, startDate, policyHolderName: name, policyHolderPhone: phone } = checked;
  return { duration, usage, startDate, policyholder: { name, phone } };
};
