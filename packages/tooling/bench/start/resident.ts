import { readFileSync } from 'node:fs';

/** Megabytes of memory a process holds now, and has held at most. */
export const residentOf = (pid: number): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024);
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
};
