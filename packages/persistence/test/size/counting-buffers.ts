import type pg from 'pg';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import type { Prepared } from '../../src/database/prepared-statement.ts';

export type Plan = 'force_custom_plan' | 'force_generic_plan';

export interface Node extends Readonly<Record<string, unknown>> {
  readonly Plans?: readonly Node[];
}

export type Explained = { readonly 'QUERY PLAN': readonly [{ readonly Plan: Node }] };

/** Runs each statement with EXPLAIN first, rolls it back, and reports its plan and the buffers it touched. */
export const explaining = (
  client: pg.Client,
  store: TypedDatabase,
  plan: Plan,
  see: (statement: Prepared, node: Node, buffers: number) => void,
): TypedDatabase => {
  const explain = async ({ text, values, ...named }: Prepared): Promise<void> => {
    await client.query(`set plan_cache_mode = ${plan}`);
    await client.query(`prepare explained as ${text}`);
    const literals = values.map((value) =>
      value === null
        ? 'null'
        : client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : `${value as string | number | boolean}`),
    );
    const execute = literals.length === 0 ? 'execute explained' : `execute explained(${literals.join(', ')})`;
    await client.query('begin');
    const { rows } = await client.query<Explained>(`explain (analyze, buffers, format json) ${execute}`);
    await client.query('rollback');
    await client.query('deallocate explained');
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    const buffers = Number(Plan['Shared Hit Blocks'] ?? 0) + Number(Plan['Shared Read Blocks'] ?? 0);
    see({ text, values, ...named }, Plan, buffers);
  };
  // One after the other: concurrent statements share the connection.
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...store,
    query: async <Row>(statement: Prepared<Row>) => {
      const explained = last.then(() => explain(statement));
      last = explained.catch(() => undefined);
      await explained;
      return store.query(statement);
    },
  };
};
