import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Variables } from '../configuration/variables.ts';

/** Creates the folder for the service's files; throws one line when that fails. */
export const prepareDataFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`Nothing can be kept in ${dir} (${code}). Set DATA_DIR to a folder this user may write to.`, {
      cause,
    });
  }
};

/**
 * A warning for several processes that keep documents in a folder: none of them can check whether all have the same
 * one. Undefined where one process does everything, or documents are kept elsewhere.
 */
export const severalFoldersWarning = ({
  STORAGE,
  ROLE,
  DATA_DIR,
}: Pick<Variables, 'STORAGE' | 'ROLE' | 'DATA_DIR'>): string | undefined =>
  STORAGE === 's3' || ROLE === 'both'
    ? undefined
    : `documents are kept in ${resolve(DATA_DIR)}: every other process must have that same folder, or documents one ` +
      'stores cannot be opened at the others. Give all of them one DATA_DIR, or set STORAGE=s3.';
