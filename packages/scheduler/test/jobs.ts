import { setTimeout } from 'node:timers/promises';
import { JOBS, sweeper, type Job } from '@vehicle-insurance/core';
import { aNotification, clockAt, collectedErrors, inUnit, memoryStore, SOME_MORNING } from '@vehicle-insurance/testkit';
import type { RunReport, ScheduledJobs } from '../src/index.ts';

/** Longer than any test takes. */
export const HARDLY_EVER = 3_600;

export const countedJobs = (every: number): { readonly jobs: ScheduledJobs; readonly runs: Record<Job, number> } => {
  const runs: Record<Job, number> = { payments: 0, certificates: 0, documents: 0, days: 0 };
  const run = (job: Job) => () => {
    runs[job] += 1;
    return Promise.resolve();
  };
  const jobs = Object.fromEntries(JOBS.map((job) => [job, { every, run: run(job) }])) as ScheduledJobs;
  return { jobs, runs };
};

/** Jobs, one of which sweeps due work every second; `work` handles each piece, counted from 1. */
export const sweptJobs = async (pieces: number, work: (nth: number) => Promise<void>) => {
  const store = memoryStore();
  let claimed = 0;
  const { poll, soFar } = sweeper(
    { ...store, clock: clockAt(SOME_MORNING), errorReporter: collectedErrors() },
    {
      handlers: {
        notifications: async ({ id }) => {
          await work((claimed += 1));
          await inUnit(store.unitOfWork, async ({ notifications }) => {
            const found = await notifications.find(id);
            if (found) await notifications.save({ ...found, due: null });
          });
        },
      },
    },
  );
  const add = (): Promise<void> =>
    inUnit(store.unitOfWork, ({ notifications }) =>
      notifications.add(aNotification({ due: { at: SOME_MORNING, attempts: 0 } })),
    );
  for (let n = 0; n < pieces; n += 1) await add();
  const { jobs } = countedJobs(HARDLY_EVER);
  const payments = { every: 1, run: poll, soFar };
  return { jobs: { ...jobs, payments } satisfies ScheduledJobs, add };
};

/** The fields of a job that Agenda's own tools show. */
export interface AgendaJob {
  readonly data: RunReport | null;
  readonly last_run_at: Date | null;
  readonly last_finished_at: Date | null;
  readonly locked_at: Date | null;
  readonly fail_reason: string | null;
  readonly fail_count: number | null;
}

/** Returns the value as soon as it is as expected, since the next run may change it. */
export const found = async <Found>(look: () => Promise<Found>, isThere: (it: Found) => boolean): Promise<Found> => {
  for (const end = Date.now() + 30_000; Date.now() < end; await setTimeout(20)) {
    const it = await look();
    if (isThere(it)) return it;
  }
  throw new Error('it was not found within 30 seconds');
};

export const until = async (happened: () => boolean | Promise<boolean>): Promise<void> =>
  void (await found(async () => happened(), Boolean));
