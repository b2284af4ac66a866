import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { distribute, migrate } from '@vehicle-insurance/persistence';
import { nodesOf } from './nodes.ts';

/**
 * The one PostgreSQL all servers work on, migrated as production's is. It waits for no disk: how commits happen to meet
 * at a disk decides how often a server is woken up, which made two processes of one program differ by half.
 */
export const openDatabase = async (folder: string) => {
  const { url, stop } = await embeddedDatabase({ dir: join(folder, 'database'), durable: false });
  await migrate({ url, environment: 'production' });
  return { url, stop };
};

/** A database that is given, as an operator makes it ready: distributed where its server has workers. */
export const givenDatabase = async (url: string) => {
  await migrate({ url, environment: 'production' });
  if ((await nodesOf(url)).length > 1) await distribute({ url, environment: 'production' });
  return { url, stop: async () => undefined };
};
