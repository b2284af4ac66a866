import type { Rule } from './invalid-request.ts';
import { Err, Ok } from './result.ts';

/** The least and greatest value of a whole number, both allowed. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number in a range. */
export const integer =
  ({ min, max }: Range): Rule<number> =>
  (input) =>
    typeof input === 'number' && Number.isSafeInteger(input) && input >= min && input <= max
      ? Ok(input)
      : Err(`must be a whole number from ${min} to ${max}`);

/** One of a few values. */
export const oneOf =
  <const Values extends readonly (string | number)[]>(values: Values): Rule<Values[number]> =>
  (input) =>
    values.includes(input as Values[number]) ? Ok(input as Values[number]) : Err(`must be one of ${values.join(', ')}`);
