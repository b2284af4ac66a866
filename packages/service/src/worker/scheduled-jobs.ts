import { JOBS, type Clock, type Job, type JobRuns, type Sweeper, type Sweepers } from '@vehicle-insurance/core';
import type { ScheduledJobs } from '@vehicle-insurance/scheduler';
import type { ClockWatch } from '../clock/clock-watch.ts';
import type { SharedLock } from '../composition/infrastructure.ts';

/** Seconds of real time from one round of each job to the next. */
export type Rounds = Readonly<Record<Job, number>>;

/**
 * How often the jobs look for work. A trigger usually comes long before; these hold when every trigger is lost: a
 * certificate is requested well within a minute, a contract moves well within ten.
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
 * The jobs as the scheduler runs them. A round ends when due work has been claimed as far as there is room: claimed
 * work goes on, and the next trigger finds what has become due meanwhile, however long an answer takes. Each job
 * records its last round, and stops while the clock is moved or disagrees with the database's.
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
  const stayUntilIdle = oneStaysUntilIdle(sweeper);
  return async (): Promise<void> => {
    // Logged once by the watch, and not by every round.
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

/** Each holder of the lock keeps a database connection, so one holder covers all work under way. */
const oneStaysUntilIdle = ({ isIdle, idle }: Sweeper) => {
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
