import { importStatement, type StatementLine, type UnitOfWork } from '@vehicle-insurance/core';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { importing } from './importing.ts';
import { openStore } from '../test-store.ts';

// An import in its own process, killed at the n-th place: before or after each stored batch of lines and each commit.
const [url = '', file = '', dies = ''] = process.argv.slice(2);
let places = 0;
const place = (): void => {
  places += 1;
  if (places === Number(dies)) process.kill(process.pid, 'SIGKILL');
};
const store = await openStore({ url });
const unitOfWork: UnitOfWork = {
  run: async (work) => {
    const result = await store.unitOfWork.run(async (tx) => {
      const worked = await work(tx);
      place();
      return worked;
    });
    place();
    return result;
  },
};
const statements = {
  ...store.statements,
  keep: async (lines: readonly StatementLine[]) => {
    place();
    const kept = await store.statements.keep(lines);
    place();
    return kept;
  },
};
await importStatement({ ...importing(store), unitOfWork, statements })(
  'fake',
  JSON.parse(await readFile(file, 'utf8')) as StatementLine[],
);
await store.close();
process.stdout.write(`${places}\n`);
