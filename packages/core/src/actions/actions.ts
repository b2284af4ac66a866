import type { Err, Ok } from '../shared/result.ts';
import { BOOKS_ACTIONS } from './books-actions.ts';
import { COMPANY_ACTIONS } from './company-actions.ts';
import { CONTRACT_ACTIONS } from './contract-actions.ts';
import { PAYMENT_ACTIONS } from './payment-actions.ts';
import { WORK_ACTIONS } from './work-actions.ts';

/**
 * The changes that an operator can make on the command line as well as in the console. Each key consists of the words
 * of a command. A key with an option, such as `certificate retry --all`, is a separate action without a subject.
 */
export const ACTIONS = {
  ...PAYMENT_ACTIONS,
  ...CONTRACT_ACTIONS,
  ...COMPANY_ACTIONS,
  ...BOOKS_ACTIONS,
  ...WORK_ACTIONS,
} as const;

/** The name of an action. */
export type ActionName = keyof typeof ACTIONS;

export type FieldsOf<Name extends ActionName> = (typeof ACTIONS)[Name]['fields'];

type ResultOf<Name extends ActionName> = Awaited<ReturnType<(typeof ACTIONS)[Name]['run']>>;
type ValueOf<R> = R extends Ok<infer Value> ? Value : never;
type ErrorOf<R> = R extends Err<infer Failure> ? Failure : never;

/** The result of an action that was carried out. */
export type DoneOf<Name extends ActionName> = ValueOf<ResultOf<Name>>;

/** Why an action was not carried out. */
export type ActionFailure = ErrorOf<ResultOf<ActionName>>;
