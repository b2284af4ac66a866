import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { ownCluster } from '@vehicle-insurance/testkit/database';
import { asSandbox } from '../sandbox.ts';

export interface LosableDatabase {
  readonly url: string;
  readonly nodes: number;
  /** Stops a node, in an orderly way or like a power cut, and starts it again after `milliseconds`. */
  lose(how: 'in order' | 'at once', milliseconds: number, node?: number): Promise<void>;
  stop(): Promise<void>;
}

export type OpenDatabase = (dir: string) => Promise<LosableDatabase>;

export const oneServer: OpenDatabase = async (dir) => {
  const start = () => embeddedDatabase({ dir });
  let database = await start();
  const { url } = database;
  return {
    url,
    nodes: 1,
    lose: async (how, milliseconds) => {
      // Like `pg_ctl stop -m immediate`: no checkpoint; the next start recovers from the log.
      if (how === 'at once') process.kill(serverIn(dir), 'SIGQUIT');
      await database.stop();
      await pause(milliseconds);
      database = await start();
      if (database.url !== url) throw new Error('Another process took the port of the database. Run the test again.');
    },
    stop: () => database.stop(),
  };
};

const serverIn = (dir: string): number =>
  Number(readFileSync(join(dir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A coordinator and two workers, with a distributed schema; undefined if no cluster can be created. */
export const openCluster = async (): Promise<OpenDatabase | undefined> => {
  const cluster = await ownCluster();
  if (!cluster) return undefined;
  const [url = ''] = cluster.nodes;
  return async () => {
    await asSandbox(url, true);
    return {
      url,
      nodes: cluster.nodes.length,
      lose: async (how, milliseconds, node = 0) => {
        await cluster.lose(node, how);
        await pause(milliseconds);
        await cluster.start(node);
      },
      stop: cluster.remove,
    };
  };
};
