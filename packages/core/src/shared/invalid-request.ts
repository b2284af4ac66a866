import { Err, Ok, type Result } from './result.ts';

/** What is wrong with one field, in words a caller can act on. A message never repeats the value. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** One or more fields break a rule (docs/api.md 6.1). Lists every broken field, not only the first. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  readonly details: readonly FieldError[];
}

/**
 * A value rule: the value as the domain keeps it, or the message that says what it must be. The types of a command
 * promise nothing about what an embedder or a caller sends, so a rule takes anything and never throws.
 */
export type Rule<Value> = (input: unknown) => Result<Value, string>;

/**
 * Stands in a command for a value its adapter could not read, such as a form field that came twice. Every rule refuses
 * it with this message, so that one answer names it together with everything else that is wrong.
 */
export class Unreadable {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** The refusal of a request, with everything that is wrong with it. */
export const invalidRequest = (details: readonly FieldError[]): InvalidRequest => ({
  code: 'invalid_request',
  details,
});

/** The rules of fields, in the order in which what is wrong is told. */
export type Rules = Readonly<Record<string, Rule<unknown>>>;
/** What fields are once they are checked. */
export type ValuesOf<R extends Rules> = { readonly [F in keyof R]: R[F] extends Rule<infer Value> ? Value : never };

/**
 * The fields of an input as the domain keeps them, or everything that is wrong with them at once, in the order of the
 * rules. What is no object has no fields; fields without a rule are left out.
 */
export const fields = <R extends Rules>(input: unknown, rules: R): Result<ValuesOf<R>, InvalidRequest> => {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const checked = Object.entries(rules).map(([field, rule]) => [field, judge(rule, given[field])] as const);
  const details = checked.flatMap(([field, result]) => (result.isErr() ? [{ field, message: result.error }] : []));
  if (details.length > 0) return Err(invalidRequest(details));
  return Ok(Object.fromEntries(checked.map(([field, result]) => [field, result.unwrap()])) as ValuesOf<R>);
};

const judge = (rule: Rule<unknown>, value: unknown): Result<unknown, string> => {
  if (value instanceof Unreadable) return Err(value.message);
  const judged = rule(value);
  return judged.isErr() && value === undefined ? Err('is required') : judged;
};

/** `rule`, for a field that may be left out: `undefined` and `null` become `null`. */
export const optional =
  <Value>(rule: Rule<Value>): Rule<Value | null> =>
  (input) =>
    input === undefined ? Ok(null) : orNull(rule)(input);

/** `rule`, for a field that has to be there and may be `null`. */
export const orNull =
  <Value>(rule: Rule<Value>): Rule<Value | null> =>
  (input) =>
    input === null ? Ok(null) : rule(input);

/** Yes or no. */
export const flag: Rule<boolean> = (input) => (typeof input === 'boolean' ? Ok(input) : Err('must be true or false'));
