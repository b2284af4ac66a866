import type { Author } from './author.ts';
import * as FAULTS from './faults.ts';
import type { Message } from './message.ts';
import { Err, Ok, type Result } from './result.ts';

/** The error of one field, with a message that explains what to change. A message never repeats the value. */
export interface FieldError {
  readonly field: string;
  readonly message: Message;
}

/** One or more fields break a rule (docs/api.md 6.1). `details` lists every invalid field, not only the first. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  readonly details: readonly FieldError[];
}

/**
 * Checks a value. Returns the normalised value, or a message that explains what the value must be. A rule accepts any
 * input and never throws.
 */
export type Rule<Value> = (input: unknown) => Result<Value, Message>;

/**
 * A value that the adapter could not read, such as a repeated form field. `fields` refuses the value with this message,
 * so that one response lists all errors of a request.
 */
export class Unreadable {
  readonly message: Message;
  constructor(message: Message) {
    this.message = message;
  }
}

/** The error of an invalid request, from the errors of its fields. */
export const invalidRequest = (details: readonly FieldError[]): InvalidRequest => ({
  code: 'invalid_request',
  details,
});

/** The rules of fields, in the order in which errors are listed. */
export type Rules = Readonly<Record<string, Rule<unknown>>>;
export type ValuesOf<R extends Rules> = { readonly [F in keyof R]: R[F] extends Rule<infer Value> ? Value : never };

/**
 * Checks the fields of an input. Returns the normalised fields, or all errors in the order of the rules. An input that
 * is not an object counts as an object without fields. Fields without a rule are dropped.
 */
export const fields = <R extends Rules>(input: unknown, rules: R): Result<ValuesOf<R>, InvalidRequest> => {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  const details: FieldError[] = [];
  for (const [field, rule] of Object.entries(rules)) {
    const checked = checkRule(rule, given[field]);
    if (checked.isOk()) values[field] = checked.value;
    else details.push({ field, message: checked.error });
  }
  return details.length > 0 ? Err(invalidRequest(details)) : Ok(values as ValuesOf<R>);
};

const checkRule = (rule: Rule<unknown>, value: unknown): Result<unknown, Message> => {
  if (value instanceof Unreadable) return Err(value.message);
  const decided = rule(value);
  return decided.isErr() && value === undefined ? Err(FAULTS.required) : decided;
};

/** Like `rule`, for a field that may be absent: `undefined` and `null` become `null`. */
export const optional =
  <Value>(rule: Rule<Value>): Rule<Value | null> =>
  (input) =>
    input === undefined ? Ok(null) : orNull(rule)(input);

/** Like `rule`, for a field that must be present and may be `null`. */
export const orNull =
  <Value>(rule: Rule<Value>): Rule<Value | null> =>
  (input) =>
    input === null ? Ok(null) : rule(input);

export const flag: Rule<boolean> = (input) => (typeof input === 'boolean' ? Ok(input) : Err(FAULTS.flag));

/** The least and greatest value of a whole number, both allowed. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number in a range. */
export const integer =
  (range: Range): Rule<number> =>
  (input) =>
    typeof input === 'number' && Number.isSafeInteger(input) && input >= range.min && input <= range.max
      ? Ok(input)
      : Err(FAULTS.integer(range));

/** One of a few values. */
export const oneOf =
  <const Values extends readonly (string | number)[]>(values: Values): Rule<Values[number]> =>
  (input) =>
    values.includes(input as Values[number]) ? Ok(input as Values[number]) : Err(FAULTS.oneOf(values));

/** The minimum and maximum number of Unicode code points in a text. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

const CONTROL = /\p{Cc}/u;
const isPlain = (input: string): boolean => input.isWellFormed() && !CONTROL.test(input);

/**
 * Characters that reorder the text around them, so that one name can look like another. Arabic text does not need these
 * characters.
 */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has a Unicode bidirectional control, which no text for people may have (`text`). */
export const hasBidirectionalControl = (input: string): boolean => BIDIRECTIONAL.test(input);

/** A visible character: no white space, no format or ignorable character, no empty Braille cell. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** The maximum number of UTF-16 units of a code point. */
const UNITS = 2;
/** The maximum number of code points that NFC composes into one (Unicode Standard Annex 15, expansion factors). */
const GREATEST_COMPOSITION = 4;

/** Any text. Ids use this rule, because only the store can check the form of an id. */
export const anyText: Rule<string> = (input) => (typeof input === 'string' ? Ok(input) : Err(FAULTS.text));

/** Any text that a store can hold, unchanged, such as an id that an operator typed. */
export const plainText: Rule<string> = (input) =>
  anyText(input).andThen((given) => (given.isWellFormed() && !given.includes('\0') ? Ok(given) : Err(FAULTS.nul)));

/** The author of an action: a name, or a person who is signed in. */
export const author: Rule<Author> = (input) =>
  typeof input === 'string'
    ? plainText(input).map((name) => ({ name, issuer: null, subject: null }))
    : isAuthor(input)
      ? Ok(input)
      : Err(FAULTS.author);

const isAuthor = (input: unknown): input is Author =>
  typeof input === 'object' && input !== null && 'name' in input && typeof input.name === 'string';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A UUID in lower case, such as an id that the sender has chosen for a new object. */
export const uuid: Rule<string> = (input) =>
  typeof input === 'string' && UUID.test(input) ? Ok(input) : Err(FAULTS.uuid);

/**
 * A text for people, trimmed and in Unicode NFC. The length is measured in code points. The text must have a visible
 * character. Control characters, bidirectional controls and lone surrogates are refused.
 */
export const text =
  (length: Length): Rule<string> =>
  (input) => {
    if (typeof input !== 'string' || !isPlain(input)) return exactText(length)(input);
    if (hasBidirectionalControl(input)) return Err(FAULTS.bidirectional);
    const trimmed = input.trim();
    // A text that would be too long in any form is not normalised: a long run of accents takes quadratic time.
    const isTooLong = trimmed.length > length.max * GREATEST_COMPOSITION * UNITS;
    if (trimmed !== '' && !VISIBLE.test(trimmed)) return Err(FAULTS.visible);
    return exactText(length)(isTooLong ? trimmed : trimmed.normalize('NFC'));
  };

/** The length of a line that a person writes, in characters. */
export const SHORT_TEXT: Length = { min: 1, max: 500 };

/** A line that a person writes and the service keeps permanently, such as a reason. */
export const shortText: Rule<string> = text(SHORT_TEXT);

/**
 * A text that is kept exactly as given, such as a key. Only control characters, lone surrogates and wrong lengths are
 * refused.
 */
export const exactText =
  ({ min, max }: Length): Rule<string> =>
  (input) => {
    if (typeof input !== 'string') return anyText(input);
    if (!isPlain(input)) return Err(FAULTS.controls);
    // A text with more UTF-16 units is too long in any case, so its code points are not counted.
    const points = input.length > max * UNITS ? Infinity : [...input].length;
    return points < min || points > max ? Err(FAULTS.length({ min, max })) : Ok(input);
  };

/** An Ivorian mobile number as stored and returned: `+225` and 10 digits. */
export type MobileNumber = string;

const MOBILE_NUMBER = /^(?:\+225)?((?:01|05|07)\d{8})$/;

/** Parses a mobile number (docs/api.md 1.6). The prefix is optional, and spaces may be anywhere. */
export const mobileNumber: Rule<MobileNumber> = (input) => {
  const digits = typeof input === 'string' ? MOBILE_NUMBER.exec(input.replaceAll(' ', ''))?.[1] : undefined;
  return digits === undefined ? Err(FAULTS.mobileNumber) : Ok(`+225${digits}`);
};

/**
 * Whether a value is a `Uint8Array`. `instanceof` returns false for an array of another JavaScript realm, such as a
 * test runner's.
 */
export const isBytes = (input: unknown): input is Uint8Array =>
  Object.prototype.toString.call(input) === '[object Uint8Array]';
