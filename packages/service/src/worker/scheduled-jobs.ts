import type { Clock, Job, Scheduler, WorkViews } from '@vehicle-insurance/core';
import type { Gate } from '../sandbox/gate.ts';

type Runs = Readonly<Record<Job, () => Promise<void>>>;

/** Seconds of real time from one round of each job to the next. */
export type Rounds = Readonly<Record<Job, number>>;

/**
 * How often the jobs look for work. A bell usually rings long before; these are what happens when every bell is
 * lost: a certificate is requested well within a minute, a contract moves well within ten.
 */
export const ROUNDS: Rounds = { payments: 10, certificates: 15, documents: 15, days: 60 };

/** The jobs as the scheduler runs them: each remembers when it last ended, and stands still while the clock is moved. */
export const scheduledJobs = (
  runs: Runs,
  { workViews, clock, gate, rounds }: { workViews: WorkViews; clock: Clock; gate: Gate; rounds: Rounds },
): Parameters<Scheduler['start']>[0] => {
  const scheduled = (job: Job) => ({
    every: rounds[job],
    run: () =>
      gate.pass(async () => {
        await runs[job]();
        await workViews.ran(job, clock.now());
      }),
  });
  return {
    payments: scheduled('payments'),
    certificates: scheduled('certificates'),
    documents: scheduled('documents'),
    days: scheduled('days'),
  };
};
