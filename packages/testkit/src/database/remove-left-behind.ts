import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Removes the folders with this prefix whose owner was killed: a killed process does not remove its own, and each
 * contains a database, often in memory. The system releases the ownership with the process, so that a folder in use is
 * never mistaken for one; a folder that is about to be owned has no owner's socket yet, and is left alone.
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
      // It belongs to another user, or another run is removing it.
    }
  }
};
