import { setTimeout } from 'node:timers/promises';
import { JOBS, type Job, type Scheduler } from '@vehicle-insurance/core';

type Jobs = Parameters<Scheduler['start']>[0];

/** Longer than any test takes. */
export const HARDLY_EVER = 3_600;

/** Jobs that count their runs, and all of their intervals. */
export const countedJobs = (every: number): { readonly jobs: Jobs; readonly runs: Record<Job, number> } => {
  const runs: Record<Job, number> = { payments: 0, certificates: 0, documents: 0, days: 0 };
  const run = (job: Job) => () => {
    runs[job] += 1;
    return Promise.resolve();
  };
  const jobs = Object.fromEntries(JOBS.map((job) => [job, { every, run: run(job) }])) as Jobs;
  return { jobs, runs };
};

/** Resolves when it has happened; a test that waits in vain ends by its own time-out. */
export const until = async (happened: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await happened())) await setTimeout(20);
};
