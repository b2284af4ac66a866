import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { migrate } from '@vehicle-insurance/persistence';

/**
 * The one PostgreSQL all servers work on, migrated as production's is. It waits for no disk: how commits happen to meet at
 * a disk decides how often a server is woken up, which made two processes of one program differ by half.
 */
export const openDatabase = async (folder: string) => {
  const { url, stop } = await embeddedDatabase({ dir: join(folder, 'database'), durable: false });
  await migrate({ url, environment: 'production' });
  return { url, stop };
};
