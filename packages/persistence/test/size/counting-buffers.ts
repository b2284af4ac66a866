import type pg from 'pg';
import type { Database } from '../../src/database.ts';
import type { Prepared } from '../../src/prepared-statement.ts';

/** Buffers a statement touches, hit or read. */
export type Buffers = number;

/** Whether a plan is made for the actual values, or for any. */
export type Plan = 'force_custom_plan' | 'force_generic_plan';

/** A database that first runs each statement with EXPLAIN, rolled back, to count its buffers. */
export const countingBuffers = (client: pg.Client, store: Database, plan: Plan, counted: Buffers[]): Database => ({
  ...store,
  query: async <Row>(statement: Prepared<Row>) => {
    const { text, values } = statement;
    await client.query(`set plan_cache_mode = ${plan}`);
    await client.query(`prepare counted as ${text}`);
    const literals = values.map((value) =>
      client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
    );
    const execute = literals.length === 0 ? 'execute counted' : `execute counted(${literals.join(', ')})`;
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${execute}`,
    );
    await client.query('rollback');
    await client.query('deallocate counted');
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    counted.push((Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0));
    return store.query(statement);
  },
});
