import { readFileSync } from 'node:fs';

/** The current and peak memory of a process in megabytes. */
export const residentOf = (pid: number): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024);
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
};
