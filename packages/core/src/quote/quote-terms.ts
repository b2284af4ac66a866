import { lastDayOfCover, parseDate, type LocalDate } from '../kernel/calendar.ts';
import { fields, type InvalidRequest, type Rule } from '../kernel/invalid-request.ts';
import { mobileNumber } from '../kernel/mobile-number.ts';
import { oneOf } from '../kernel/number.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { text, type Length } from '../kernel/text.ts';
import type { Quote } from './quote.ts';
import { DURATIONS, USAGES } from './terms.ts';

/** Characters of the name a contract is made out to. */
export const POLICYHOLDER_NAME: Length = { min: 2, max: 150 };

const LONGEST = Math.max(...DURATIONS);

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
  (today: LocalDate): Rule<string, LocalDate> =>
  (input) => {
    const date = parseDate(input);
    if (date === undefined) return Err('must be a date that exists, written YYYY-MM-DD');
    if (date < today) return Err('must be today or later');
    return parseDate(lastDayOfCover(date, LONGEST)) === undefined ? Err('must not be so far in the future') : Ok(date);
  };

/** Every rule of a quote's own fields (api.md, "POST /quote/create"). */
export const quoteTerms = (input: QuoteInput, today: LocalDate): Result<QuoteTerms, InvalidRequest> =>
  fields({
    duration: oneOf(DURATIONS)(input.duration),
    usage: oneOf(USAGES)(input.usage),
    policyHolderName: text(POLICYHOLDER_NAME)(input.policyHolderName),
    policyHolderPhone: mobileNumber(input.policyHolderPhone),
    startDate: notBefore(today)(input.startDate),
  }).map(({ duration, usage, startDate, policyHolderName: name, policyHolderPhone: phone }) => ({
    duration,
    usage,
    startDate,
    policyholder: { name, phone },
  }));
