import {
  JOBS,
  type Clock,
  type Job,
  type Scheduler,
  type Sweeper,
  type Sweepers,
  type WorkViews,
} from '@vehicle-insurance/core';
import type { Gate } from '../sandbox/gate.ts';

/** Seconds of real time from one round of each job to the next. */
export type Rounds = Readonly<Record<Job, number>>;

/**
 * How often the jobs look for work. A bell usually rings long before; these are what happens when every bell is
 * lost: a certificate is requested well within a minute, a contract moves well within ten.
 */
export const ROUNDS: Rounds = { payments: 10, certificates: 15, documents: 15, days: 60 };

interface Needs {
  readonly sweepers: Sweepers;
  readonly workViews: WorkViews;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly rounds: Rounds;
}

/**
 * The jobs as the scheduler runs them. A round ends when what is due has been claimed as far as there is room: what was
 * claimed goes on, and the next ring finds what has become due elsewhere however long an answer takes. Each job remembers
 * when its last round was, and stands still while the clock is moved.
 */
export const scheduledJobs = (needs: Needs): Parameters<Scheduler['start']>[0] =>
  Object.fromEntries(JOBS.map((job) => [job, { every: needs.rounds[job], run: roundsOf(job, needs) }])) as Parameters<
    Scheduler['start']
  >[0];

const roundsOf = (job: Job, { sweepers, workViews, clock, gate }: Needs) => {
  const sweeper = sweepers[job];
  const stayUntilIdle = oneStaysUntilIdle(sweeper);
  return async (): Promise<void> => {
    const round = Promise.withResolvers<void>();
    const inside = gate.pass(async () => {
      await sweeper.poll();
      await workViews.ran(job, clock.now());
      round.resolve();
      await stayUntilIdle();
    });
    inside.catch(round.reject);
    await round.promise;
  };
};

/** Who stays inside the gate keeps a connection to the database: one stays for all that is under way. */
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
