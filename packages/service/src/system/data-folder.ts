import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Variables } from '../configuration/variables.ts';

/** Creates the folder for the service's files. On failure, throws one line that explains why. */
export const prepareDataFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `Files cannot be stored in ${dir} (${code}). Set DATA_DIR to a folder to which this user may write.`,
      {
        cause,
      },
    );
  }
};

/**
 * A warning for a deployment of several processes that store documents in a folder. No process can check whether all
 * have the same folder. Undefined if this process has both roles, or if a bucket stores the documents.
 */
export const severalFoldersWarning = ({
  STORAGE,
  ROLE,
  DATA_DIR,
}: Pick<Variables, 'STORAGE' | 'ROLE' | 'DATA_DIR'>): string | undefined =>
  STORAGE === 's3' || ROLE === 'both'
    ? undefined
    : `documents are stored in ${resolve(DATA_DIR)}: every other process must use the same folder, or it cannot open ` +
      'documents that this process stores. Set the same DATA_DIR for all of them, or set STORAGE=s3.';
