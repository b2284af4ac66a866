import type { Rule } from './invalid-request.ts';
import { Err, Ok } from './result.ts';

/** How many Unicode code points a text may have. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

const CONTROL = /\p{Cc}/u;
const isPlain = (input: string): boolean => input.isWellFormed() && !CONTROL.test(input);

/** Something the eye can see: no blank of any width, nothing that only formats or is ignored, no empty Braille cell. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** A code point is at most so many UTF-16 units. */
const UNITS = 2;
/** NFC puts at most so many code points together into one (Unicode Standard Annex 15, expansion factors). */
const GREATEST_COMPOSITION = 4;

/** Any text at all: for an id, of which only the store knows whether it is one. */
export const anyText: Rule<string> = (input) => (typeof input === 'string' ? Ok(input) : Err('must be text'));

/** What a person writes down or looks something up by, kept as it is: any text that a store can keep. */
export const plainText: Rule<string> = (input) =>
  anyText(input).andThen((given) =>
    given.isWellFormed() && !given.includes('\0') ? Ok(given) : Err('must not contain NUL or broken Unicode'),
  );

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id that its sender has chosen for something new. */
export const uuid: Rule<string> = (input) =>
  typeof input === 'string' && UUID.test(input) ? Ok(input) : Err('must be a UUID in lower case');

/**
 * A text for people: trimmed, in NFC, counted in code points, without control characters or lone surrogates, and with
 * something in it that people can see.
 */
export const text =
  (length: Length): Rule<string> =>
  (input) => {
    if (typeof input !== 'string' || !isPlain(input)) return exactText(length)(input);
    const trimmed = input.trim();
    // What is too long in any form is not normalised: a long run of accents would take the square of its length.
    const isTooLong = trimmed.length > length.max * GREATEST_COMPOSITION * UNITS;
    if (!isTooLong && trimmed !== '' && !VISIBLE.test(trimmed)) return Err('must have characters that can be seen');
    return exactText(length)(isTooLong ? trimmed : trimmed.normalize('NFC'));
  };

/** A text that is a key: kept exactly as given, only control characters and lone surrogates are refused. */
export const exactText =
  ({ min, max }: Length): Rule<string> =>
  (input) => {
    if (typeof input !== 'string') return anyText(input);
    if (!isPlain(input)) return Err('must not contain control characters or broken Unicode');
    // Longer than that, it need not be counted.
    const points = input.length > max * UNITS ? Infinity : [...input].length;
    return points < min || points > max ? Err(`must have ${min} to ${max} characters`) : Ok(input);
  };
