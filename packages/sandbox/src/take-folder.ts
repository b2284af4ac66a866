import { resolve } from 'node:path';
import { askOwner, takeFolder, type Ownership } from '@vehicle-insurance/embedded-database';
import type { Variables } from '@vehicle-insurance/service';

/** Takes the folder for the one process that a sandbox has. Throws if another has it, with that one's address. */
export const takeSandboxFolder = async ({ DATA_DIR, ROLE }: Variables): Promise<Ownership> => {
  if (ROLE === 'worker')
    throw new Error(
      'A worker shares its database, provider and authority with an API process: set all of them, as docker/compose.yaml does, or start with ROLE=both.',
    );
  const dir = resolve(DATA_DIR);
  const ownership = await takeFolder(dir);
  if (ownership) return ownership;
  const address = await askOwner(dir);
  throw new Error(
    `A sandbox runs in ${dir} already${address ? `, at ${address}` : ''}. Use that one, or set DATA_DIR to another folder; docker/compose.yaml runs several processes.`,
  );
};
