import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataIn } from './cluster.ts';
import { signal } from './server.ts';
import type { Site } from './site.ts';
import { lookUntil } from './waiting.ts';

/**
 * Stops the server a killed owner has left behind in the folder: first by the signal of an orderly stop, then by force.
 * Call it only as the folder's owner.
 */
export const stopLeftover = async (site: Site): Promise<void> => {
  const pid = serverOf(site);
  // The pid file of a server that is gone is removed here: when another process has been given its id, for instance
  // after the machine was restarted, PostgreSQL would take that process for a running server and refuse to start.
  if (pid === undefined) return void site.shell('rm -f "$1"', pidFile(site));
  for (const name of ['INT', 'QUIT'] as const) {
    signal(site, pid, name);
    if (await lookUntil(async () => (works(pid, site) ? undefined : 'gone'))) return;
  }
  throw new Error(`A PostgreSQL server of an earlier run (process ${pid}) does not stop. End it and start again.`);
};

/** The server that works in the folder, if it is alive. Its id alone proves nothing: ids are reused. */
const serverOf = (site: Site): number | undefined => {
  const pid = Number(site.shell('head -n 1 "$1"', pidFile(site)));
  return pid > 0 && works(pid, site) ? pid : undefined;
};

const pidFile = ({ path }: Site): string => join(path, 'data', 'postmaster.pid');

const works = (pid: number, { dir }: Site): boolean => commandLine(pid).includes(dataIn(dir));

const commandLine = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};
