import type { ClientBase } from 'pg';
import { MIGRATION } from './connecting.ts';
import { isWritten, requireKeysOf, type DatabaseEnvironment } from './environment.ts';
import { DATABASE_ENVIRONMENT } from './migrations/database-environment.ts';

/** Whose database it is to be. */
export interface Claim {
  /** The environment of the program that asks. */
  readonly environment: DatabaseEnvironment;
  /** An operator has said that a database in which nothing is written is this environment's, whatever its keys say. */
  readonly isDeclared?: boolean | undefined;
}

/**
 * Sees to it that the environment is written in the database: into an empty one as claimed, into one of an older release
 * if its keys say so or an operator does. Throws `ForeignDatabase`, the database as it was, when it belongs to another.
 * Its caller keeps other processes that would migrate out.
 */
export const writeEnvironment = async (client: ClientBase, { environment, isDeclared }: Claim): Promise<void> => {
  const ask = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
  if (await isWritten(ask, environment)) return;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${MIGRATION.lock}`);
    const [is] = await ask<{ filled: boolean }>(`select to_regclass('api_key') is not null as filled`);
    if (is?.filled && !isDeclared) {
      // No process of an older release may issue a key between the look and the writing.
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
