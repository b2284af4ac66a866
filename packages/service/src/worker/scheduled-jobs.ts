import type { Clock, Job, Scheduler, WorkViews } from '@vehicle-insurance/core';
import type { Gate } from '../sandbox/gate.ts';

type Runs = Readonly<Record<Job, () => Promise<void>>>;

/**
 * Seconds between two rounds of each job. A bell usually rings long before; these are what happens when every bell is
 * lost: a certificate is requested well within a minute, a contract moves well within ten.
 */
const EVERY: Readonly<Record<Job, number>> = { payments: 10, certificates: 15, documents: 15, days: 60 };

/** The jobs as the scheduler runs them: each remembers when it last ended, and stands still while the clock is moved. */
export const scheduledJobs = (
  runs: Runs,
  { workViews, clock, gate }: { workViews: WorkViews; clock: Clock; gate: Gate },
): Parameters<Scheduler['start']>[0] => {
  const scheduled = (job: Job) => ({
    every: EVERY[job],
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
