import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Removes the folders with this prefix whose owner was killed. Each folder contains a database, often in memory. The
 * operating system ends the ownership when the process ends, so a folder in use is never removed. A new folder without
 * an owner's socket is not removed either.
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
      // The folder belongs to another user, or another run is removing the folder.
    }
  }
};
