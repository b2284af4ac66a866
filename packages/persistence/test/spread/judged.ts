import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { REQUEST } from '../../src/database/connecting.ts';
import { breachesOf } from './rules.ts';

/** The same copy of the driver that MikroORM uses. */
const { Client } = createRequire(fileURLToPath(import.meta.resolve('@mikro-orm/postgresql')))('pg') as typeof pg;

const judged = new Set<string>();

const CONTROL = /^\s*(?:begin|commit|rollback|set|savepoint|release)\b/i;

const textOf = (statement: unknown): string | undefined =>
  typeof statement === 'string' ? statement : (statement as { readonly text?: string } | undefined)?.text;

const judge = (text: string): void => {
  if (judged.has(text) || CONTROL.test(text)) return;
  const breaches = breachesOf(text);
  if (breaches.length > 0)
    throw new Error(
      `this statement could not run on a database distributed by company: ${breaches.join('; ')}\n${text}`,
    );
  judged.add(text);
};

/**
 * From now on, a statement of a store throws if it could not run on a database distributed by company. Statements of
 * tests are not checked.
 */
export const judgeStatements = (): void => {
  const { query } = Client.prototype;
  Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    const { options } = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters;
    if (text !== undefined && options?.includes(`statement_timeout=${REQUEST.statement}`)) judge(text);
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
};
