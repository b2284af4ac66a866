import { testDatabase } from '@vehicle-insurance/testkit/database';
import { BOOKS, runBooks } from '../../../core/test/histories/books/books.ts';
import { runHistories, type Ends } from '../../../core/test/histories/engine/run-histories.ts';
import { asSandbox, clearing, connectTo, openStore } from '../test-store.ts';
import { aBookkeeping } from '@vehicle-insurance/testkit';

export const runBooksOnSql = async (seeds: readonly number[]): Promise<Ends> => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const control = await connectTo(url);
  const clear = await clearing(control);
  const bookkeeping = { ...aBookkeeping() };
  const programs = [await openStore({ url, bookkeeping }), await openStore({ url, bookkeeping })] as const;
  const onSql: typeof BOOKS = {
    ...BOOKS,
    run: async (history, times) => {
      await clear();
      return runBooks(history, times, (zone) => {
        bookkeeping.zone = zone;
        return { programs, endLeases: programs[0].clearLeases };
      });
    },
    command: 'SQL_HISTORIES=1 npx mocha packages/persistence/test/histories/books.long.test.ts',
  };
  try {
    return await runHistories(onSql, seeds);
  } finally {
    await Promise.all(programs.map((program) => program.close()));
    await control.end();
    await drop();
  }
};
