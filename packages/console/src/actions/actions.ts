import type { Action } from './action.ts';
import { BOOKS_ACTIONS } from './books-actions.ts';
import { COMPANY_ACTIONS } from './company-actions.ts';
import { CONTRACT_ACTIONS } from './contract-actions.ts';
import { PAYMENT_ACTIONS } from './payment-actions.ts';
import { STATEMENT_ACTIONS } from './statement-actions.ts';
import { WORK_ACTIONS } from './work-actions.ts';

/** All actions of the console, by name. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map(
  [
    ...PAYMENT_ACTIONS,
    ...CONTRACT_ACTIONS,
    ...COMPANY_ACTIONS,
    ...STATEMENT_ACTIONS,
    ...BOOKS_ACTIONS,
    ...WORK_ACTIONS,
  ].map((action) => [action.name, action]),
);
