import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@vehicle-insurance/embedded-database';

/** A folder for one run and its database. It is removed when this process ends, is interrupted or fails. */
export const folderOfRun = (what: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `vehicle-insurance-${what}-`));
  process.once('SIGINT', () => process.exit(1));
  process.once('exit', () => {
    removeDatabase(join(folder, 'database'));
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};
