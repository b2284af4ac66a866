import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { live, type Lived, type MoneyHistory } from '../../../core/test/money/history.ts';
import { keepsMoney, type Counts } from '../../../core/test/money/keeps-money.ts';
import { asSandbox, openStore } from '../test-store.ts';
import { clearing } from './ground.ts';

/**
 * Lives through histories of money on PostgreSQL, where two programs do every job at the same time, and while an
 * operator does something.
 */
export const keepsMoneyOnSql = async (histories: number, first: number, file: string): Promise<Counts> => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  const clear = await clearing(control);
  const programs = [await openStore({ url }), await openStore({ url })] as const;
  const lives = async (history: MoneyHistory): Promise<Lived> => {
    await clear();
    return live(history, { programs, endLeases: programs[0].clearLeases });
  };
  try {
    return await keepsMoney(histories, first, undefined, { lives, file });
  } finally {
    await Promise.all(programs.map((program) => program.close()));
    await control.end();
    await drop();
  }
};
