import { JOBS, type Clock, type Job, type JobRuns, type Sweeper, type Sweepers } from '@vehicle-insurance/core';
import type { ScheduledJobs } from '@vehicle-insurance/scheduler';
import type { ClockWatch } from '../clock/clock-watch.ts';
import type { SharedLock } from '../composition/infrastructure.ts';

/** Seconds of real time between two rounds of each job. */
export type Rounds = Readonly<Record<Job, number>>;

/**
 * How often the jobs look for work. A trigger usually starts a round earlier. Even if every trigger is lost, a
 * certificate is requested well within a minute, and a contract changes its state well within ten minutes.
 */
export const ROUNDS: Rounds = { payments: 10, certificates: 15, documents: 15, days: 60 };

interface Dependencies {
  readonly sweepers: Sweepers;
  readonly jobRuns: JobRuns;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, 'wrong'>;
  readonly lock: SharedLock;
  readonly rounds: Rounds;
}

/**
 * The jobs for the scheduler. A round claims as much due work as the job has room for, and ends then. The claimed work
 * continues after the round. So the next trigger can claim new work even during a long outside call.
 *
 * Each completed round is recorded. No round runs while a sandbox's clock is moved, or while this machine's clock
 * disagrees with the database's clock.
 */
export const scheduledJobs = (dependencies: Dependencies): ScheduledJobs =>
  Object.fromEntries(
    JOBS.map((job) => [
      job,
      { every: dependencies.rounds[job], run: roundsOf(job, dependencies), soFar: dependencies.sweepers[job].soFar },
    ]),
  ) as ScheduledJobs;

const roundsOf = (job: Job, { sweepers, jobRuns, clock, clockWatch, lock }: Dependencies) => {
  const sweeper = sweepers[job];
  const stayUntilIdle = holdUntilIdle(sweeper);
  return async (): Promise<void> => {
    // The watch has already logged the difference.
    if (clockWatch.wrong() !== undefined) return;
    const round = Promise.withResolvers<void>();
    const inside = lock.pass(async () => {
      await sweeper.poll();
      await jobRuns.record(job, clock.now());
      round.resolve();
      await stayUntilIdle();
    });
    inside.catch(round.reject);
    await round.promise;
  };
};

/** In a sandbox, each lock holder needs a database connection. So one holder covers all work in progress. */
const holdUntilIdle = ({ isIdle, idle }: Sweeper) => {
  let stays = false;
  return async (): Promise<void> => {
    if (stays) return;
    stays = true;
    try {
      while (!isIdle()) await idle();
    } finally {
      stays = false;
    }
  };
};
