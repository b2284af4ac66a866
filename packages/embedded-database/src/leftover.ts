import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataIn } from './cluster.ts';
import { signal } from './server.ts';
import type { Site } from './site.ts';
import { lookUntil } from './waiting.ts';

/**
 * Stops the server that a killed owner left in the folder. First tries an orderly stop, then uses force. Only the
 * folder's owner may call this function.
 */
export const stopLeftover = async (site: Site): Promise<void> => {
  const pid = serverOf(site);
  // Removes the pid file of a server that no longer runs. Another process may now have the same id, for instance after
  // a reboot. PostgreSQL would take that process for a running server and refuse to start.
  if (pid === undefined) return void site.shell('rm -f "$1"', pidFile(site));
  for (const name of ['INT', 'QUIT'] as const) {
    signal(site, pid, name);
    if (await lookUntil(async () => (works(pid, site) ? undefined : 'gone'))) return;
  }
  throw new Error(`A PostgreSQL server of an earlier run (process ${pid}) does not stop. End it and start again.`);
};

/**
 * The process id of the folder's running server; undefined if none runs. Ids are reused, so the process is checked too.
 */
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
