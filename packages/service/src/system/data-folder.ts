import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes the folder the service keeps its files in, or says in one line why it cannot be had. */
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
