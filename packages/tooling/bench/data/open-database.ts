import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { distribute, migrate } from '@vehicle-insurance/persistence';
import { nodesOf } from './nodes.ts';

/**
 * The PostgreSQL of all servers, migrated as in production. It does not wait for the disk, because commits are grouped
 * at random there. The grouping determines how often a server is woken up, and made two processes of one program differ
 * by half.
 */
export const openDatabase = async (folder: string) => {
  const { url, stop } = await embeddedDatabase({ dir: join(folder, 'database'), durable: false });
  await migrate({ url, environment: 'production' });
  return { url, stop };
};

/** Prepares a given database as an operator does: distributes it if its server has workers. */
export const givenDatabase = async (url: string) => {
  await migrate({ url, environment: 'production' });
  if ((await nodesOf(url)).length > 1) await distribute({ url, environment: 'production' });
  return { url, stop: async () => undefined };
};
