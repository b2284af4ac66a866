import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askOwner, takeFolder, type Ownership } from '@vehicle-insurance/embedded-database';
import type { Variables } from '@vehicle-insurance/service';

/**
 * Milliseconds to wait for a process that is stopping. The process needs less time for its last requests and its
 * database.
 */
const STOPS_WITHIN = 30_000;
const LOOKS_EVERY = 200;

/**
 * Takes ownership of the folder for this process. If another sandbox runs there, throws an error with its URL. If
 * another process is starting or stopping there, waits for it.
 */
export const takeSandboxFolder = async ({ DATA_DIR, ROLE }: Variables): Promise<Ownership> => {
  if (ROLE === 'worker')
    throw new Error(
      'A worker shares its database, provider and authority with an API process: configure all three, as docker/compose.yaml does, or start with ROLE=both.',
    );
  const dir = resolve(DATA_DIR);
  for (let waited = 0; waited < STOPS_WITHIN; waited += LOOKS_EVERY) {
    const ownership = await takeFolder(dir);
    if (ownership) return ownership;
    const address = await askOwner(dir);
    if (address)
      throw new Error(
        `A sandbox is already running in ${dir}, at ${address}. Use that one, or set DATA_DIR to another folder; docker/compose.yaml runs several processes.`,
      );
    await pause(LOOKS_EVERY);
  }
  throw new Error(
    `Another process, perhaps of another user, uses ${dir} and does not stop. Stop it, or set DATA_DIR to another folder.`,
  );
};
