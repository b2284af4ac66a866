import type { Rule } from './invalid-request.ts';
import { Err, Ok } from './result.ts';

/** How many Unicode code points a text may have. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

const CONTROL = /\p{Cc}/u;

/** A text for people: trimmed, in NFC, counted in code points, without control characters or lone surrogates. */
export const text =
  (length: Length): Rule<string, string> =>
  (input) =>
    exactText(length)(input.isWellFormed() && !CONTROL.test(input) ? input.trim().normalize('NFC') : input);

/** A text that is a key: kept exactly as given, only control characters and lone surrogates are refused. */
export const exactText =
  ({ min, max }: Length): Rule<string, string> =>
  (input) => {
    if (!input.isWellFormed() || CONTROL.test(input))
      return Err('must not contain control characters or broken Unicode');
    // A code point is at most two UTF-16 units: a text of more than twice `max` units need not be counted.
    const points = input.length > max * 2 ? Infinity : [...input].length;
    return points < min || points > max ? Err(`must have ${min} to ${max} characters`) : Ok(input);
  };

/** `rule`, for a field that may be left out: `undefined` and `null` become `null`. */
export const optional =
  <Input, Value>(rule: Rule<Input, Value>): Rule<Input | null | undefined, Value | null> =>
  (input) =>
    input === undefined || input === null ? Ok(null) : rule(input);
