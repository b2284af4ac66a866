import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MILLISECONDS = 25;
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Stops the server a killed owner has left behind in the folder. First as one would stop it oneself, then by force.
 * Call it only as the folder's owner.
 */
export const stopLeftover = async (data: string): Promise<void> => {
  const pid = serverOf(data);
  // The pid file of a server that is gone is removed here: when another process has been given its id, for instance
  // after the machine was restarted, PostgreSQL would take that process for a running server and refuse to start.
  if (pid === undefined) return rmSync(pidFile(data), { force: true });
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(pid, signal);
    if (await gone(pid, data)) return;
  }
  throw new Error(`A PostgreSQL server of an earlier run (process ${pid}) does not stop. End it and start again.`);
};

/** The server that works in the folder, if it lives. Its id alone proves nothing: ids are given again. */
const serverOf = (data: string): number | undefined => {
  const pid = Number(firstLine(pidFile(data)));
  return pid > 0 && commandLine(pid).includes(data) ? pid : undefined;
};

const pidFile = (data: string): string => join(data, 'postmaster.pid');

const firstLine = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? '';
  } catch {
    return '';
  }
};

const commandLine = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone between the look and the signal.
  }
};

const gone = async (pid: number, data: string): Promise<boolean> => {
  for (let waited = 0; waited < PATIENCE_MILLISECONDS; waited += POLL_MILLISECONDS) {
    if (!commandLine(pid).includes(data)) return true;
    await pause(POLL_MILLISECONDS);
  }
  return false;
};
