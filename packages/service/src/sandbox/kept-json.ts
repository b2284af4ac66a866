import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** What a file keeps as JSON; `undefined` when there is no such file. */
export const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. Remove it to have the sandbox make a new one.`, { cause: error });
  }
};

/** Keeps a value as JSON that only the file's owner can read; a crash leaves the old file or the new one. */
export const writeJson = (file: string, value: object): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY });
  renameSync(`${file}.new`, file);
};
