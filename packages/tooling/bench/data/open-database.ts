import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { migrate } from '@vehicle-insurance/persistence';

/** The one PostgreSQL all servers work on, migrated as production's is; it commits to the disk as production's does. */
export const openDatabase = async (folder: string) => {
  const { url, stop } = await embeddedDatabase({ dir: join(folder, 'database') });
  await migrate({ url, environment: 'production' });
  return { url, stop };
};
