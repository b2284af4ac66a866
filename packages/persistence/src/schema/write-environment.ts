import type { ClientBase } from 'pg';
import { MIGRATION } from '../database/connecting.ts';
import { isWritten, requireKeysOf, type DatabaseEnvironment } from '../database/environment.ts';

/** The table has a single row: the environment to which this database belongs. */
const DATABASE_ENVIRONMENT = `create table if not exists database_environment (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  name text not null check (name in ('sandbox', 'staging', 'production'))
)`;

/** The environment that a program or operator claims for a database. */
export interface Claim {
  /** The environment of the program. */
  readonly environment: DatabaseEnvironment;
  /**
   * Whether an operator declares that a database without a recorded environment belongs to this environment. The
   * declaration overrides the environment of the database's API keys.
   */
  readonly isDeclared?: boolean | undefined;
}

/**
 * Records the claimed environment in the database. If the database already has a table of API keys, these keys must
 * confirm the claim, unless an operator declares the environment. If the database belongs to another environment,
 * throws `ForeignDatabase` and changes nothing. The caller must exclude concurrent migrations.
 */
export const writeEnvironment = async (client: ClientBase, { environment, isDeclared }: Claim): Promise<void> => {
  const ask = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
  if (await isWritten(ask, environment)) return;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${MIGRATION.lock}`);
    const [is] = await ask<{ filled: boolean }>(`select to_regclass('api_key') is not null as filled`);
    if (is?.filled && !isDeclared) {
      // No process may issue a key between this check and the insert.
      await client.query('lock table api_key in share mode');
      const keys = await ask<{ environment: string }>('select distinct environment from api_key');
      requireKeysOf(
        keys.map((key) => key.environment),
        environment,
      );
    }
    await client.query(DATABASE_ENVIRONMENT);
    await client.query('insert into database_environment (name) values ($1)', [environment]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
