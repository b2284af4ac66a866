import { readdirSync, readFileSync } from 'node:fs';

export type Microseconds = number;

/**
 * The CPU time of all threads of a process as the kernel's scheduler counts it, exact to the nanosecond. `utime` and
 * `stime` of `/proc/PID/stat` give the same sum, but in ticks of ten milliseconds. Ticks are too coarse for a slice of
 * a tenth of a second.
 */
export const cpuOf = (pid: number): Microseconds =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + cpuOfThread(pid, thread), 0) / 1_000;

const cpuOfThread = (pid: number, thread: string): number => {
  const [running = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(running);
};

/** Microseconds in a tick of `/proc/PID/stat`, on every Linux. */
const TICK = 10_000;

const fieldsOf = (pid: number): readonly string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Indexes in `/proc/PID/stat`, counted from the state, which follows the name. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14] as const;

const ticks = (fields: readonly string[], ...at: readonly number[]): Microseconds =>
  at.reduce((sum, index) => sum + Number(fields[index]), 0) * TICK;

/** Like `cpuOf`, but in ticks. Both results are compared over a whole run. */
export const cpuInTicks = (pid: number): Microseconds => ticks(fieldsOf(pid), USER, SYSTEM);

/** The CPU time of a process's children that have ended and been waited for. */
export const cpuOfEndedChildren = (pid: number): Microseconds => ticks(fieldsOf(pid), ENDED_USER, ENDED_SYSTEM);

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[PARENT]);
