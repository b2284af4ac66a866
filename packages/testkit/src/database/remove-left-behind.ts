import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Removes the folders of this beginning whose owner was killed: no process removes them at its end, and each has a
 * database in it, often in memory. The system gives up the ownership with the process, so that a folder in use is never
 * taken for one; a folder that another is about to own has no owner's socket yet, and is left alone.
 */
export const removeLeftBehind = async (folder: string, beginning: string): Promise<void> => {
  const { removeDatabase, takeFolder } = await import('@vehicle-insurance/embedded-database');
  for (const socket of globSync(`${folder}/${beginning}*/owner.sock`)) {
    const dir = dirname(socket);
    try {
      const taken = await takeFolder(dir);
      if (!taken) continue;
      removeDatabase(dir);
      await taken.release();
    } catch {
      // Another user's, or another run removes it just now.
    }
  }
};
