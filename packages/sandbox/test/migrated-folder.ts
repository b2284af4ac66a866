import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { embeddedDatabase, removeDatabase } from '@vehicle-insurance/embedded-database';

const run = promisify(execFile);

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), name));

/** The folder of a database that was migrated and stopped, as long as this process lives. */
const madeBy = async (migrate: (url: string) => Promise<void>): Promise<string> => {
  const dir = newFolder('migrated-');
  process.once('exit', () => removeDatabase(dir));
  const { url, stop } = await embeddedDatabase({ dir, durable: false });
  await migrate(url).finally(stop);
  return dir;
};

/** A new data folder of a sandbox whose database is elsewhere. */
export const emptyFolder = (): string => newFolder('sandbox-');

let made: Promise<string> | undefined;

/**
 * A new data folder of a sandbox with nothing in it but a database, which is migrated already. To make one takes longer
 * than most tests, so that each process of the tests makes one, and this is a copy of it.
 */
export const migratedFolder = async (migrate: (url: string) => Promise<void>): Promise<string> => {
  made ??= madeBy(migrate);
  const [from, dataDir] = [await made, emptyFolder()];
  const database = join(dataDir, 'database');
  mkdirSync(database);
  // Each file stays its owner's, as PostgreSQL wants it; the port stays behind, as it is another's by now.
  await run('cp', ['-Rp', join(from, 'data'), join(from, 'password'), database]);
  return dataDir;
};
