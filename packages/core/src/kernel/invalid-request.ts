import { Err, Ok, type Result } from './result.ts';

/** What is wrong with one field, in words a caller can act on. A message never repeats the value. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** One or more fields break a rule (api.md, "Errors"). Lists every broken field, not only the first. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  readonly details: readonly FieldError[];
}

/** A value rule: the value as the domain keeps it, or the message that says what it must be. */
export type Rule<Input, Value> = (input: Input) => Result<Value, string>;

/** The refusal of a request, with everything that is wrong with it. */
export const invalidRequest = (details: readonly FieldError[]): InvalidRequest => ({
  code: 'invalid_request',
  details,
});

type Checked = Readonly<Record<string, Result<unknown, string>>>;
type ValuesOf<C extends Checked> = { readonly [F in keyof C]: C[F] extends Result<infer V, string> ? V : never };

/** All fields as the domain keeps them, or everything that is wrong with them at once. */
export const fields = <C extends Checked>(checked: C): Result<ValuesOf<C>, InvalidRequest> => {
  const entries = Object.entries(checked);
  const details = entries.flatMap(([field, result]) => (result.isErr() ? [{ field, message: result.error }] : []));
  if (details.length > 0) return Err(invalidRequest(details));
  return Ok(Object.fromEntries(entries.map(([field, result]) => [field, result.unwrap()])) as ValuesOf<C>);
};
