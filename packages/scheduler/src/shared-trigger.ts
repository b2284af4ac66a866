import { JOBS, type ErrorReporter, type Job } from '@vehicle-insurance/core';
import { Agenda, type AgendaBackend, type JobParameters } from 'agenda';
import { aMomentAhead, type JobStore } from './job-store.ts';
import type { LocalJob, RunReport } from './local-job.ts';
import type { StoreHealth } from './store-health.ts';
import { trackedRepository } from './tracked-repository.ts';

/** Milliseconds between two checks of the store: the longest a trigger takes to reach another process. */
const CHECKS_EVERY = 1_000;

/** When another process takes over what a killed one had locked. A job that reports has ended by then. */
const LOCK_LIFETIME = 5_000;

/** Triggers shared by all processes on one store. */
export interface SharedTrigger {
  /** Triggers the job in one of the processes that run jobs, this one included. */
  fire(job: Job): Promise<void>;
  /**
   * Runs each job with a report at its interval, and when another process triggers it. Called again, it repairs what is
   * missing in the store and changes nothing else.
   */
  begin(jobs: Readonly<Record<Job, Omit<LocalJob, 'close'>>>): Promise<void>;
  /** Rejects if the store does not answer. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedTriggerDependencies {
  readonly store: JobStore;
  readonly health: StoreHealth;
  readonly errorReporter: ErrorReporter;
  /** Of this process, shown in the store. */
  readonly name: string;
  /** Removes secrets from what is written into the store. */
  readonly withoutSecrets?: (text: string) => string;
}

/**
 * Agenda, as a schedule that several processes share and that its tools can show. A job in Agenda starts the work and
 * waits briefly for its end, to report what was done; the process then goes on without it. So Agenda's locks are held
 * no longer than that, a killed process delays a job by seconds at most, and a job that hangs in one process does not
 * keep the others from it. All processes share one tick of each job: more of them put no more load on the database.
 */
export const sharedTrigger = ({
  store,
  health,
  errorReporter,
  name,
  withoutSecrets = (text) => text,
}: SharedTriggerDependencies): SharedTrigger => {
  const { repository, lockNoMore, quiet } = trackedRepository(store.repository, health, isTrigger);
  const backend: AgendaBackend = {
    name: 'the store of the scheduler',
    repository,
    ownsConnection: false,
    // Connected already: Agenda itself would end the process if that failed.
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
  };
  const agenda = new Agenda({
    backend,
    name,
    processEvery: CHECKS_EVERY,
    defaultConcurrency: 1,
    // No limit: Agenda never counts down a lock that expired before its job began, as happens on an overloaded machine,
    // and at its limit it would ignore that job for ever. There is only one of each to lock.
    defaultLockLimit: 0,
    defaultLockLifetime: LOCK_LIFETIME,
  });
  agenda.on('error', (cause: unknown) => {
    if (!health.knows(cause)) errorReporter.report({ what: 'the scheduler failed', cause });
  });
  const stopping = new AbortController();
  let begun = false;

  return {
    fire: async (job) => {
      const pending = agenda.create(triggerOf(job));
      // One document for each job: any number of pending triggers are one.
      pending.attrs.type = 'single';
      await pending.schedule(aMomentAhead()).save();
    },
    begin: async (jobs) => {
      const { jobs: known } = await repository.queryJobs({ names: [...JOBS] });
      for (const job of JOBS) {
        // oxlint-disable-next-line typescript/no-misused-promises -- agenda awaits it
        agenda.define<RunReport | undefined>(job, async (it) => {
          const report = await jobs[job].report(stopping.signal);
          if (!report) return;
          const lastError = report.lastError === null ? null : withoutSecrets(report.lastError);
          it.attrs.data = { ...report, lastError };
          await it.save();
          if (lastError !== null) throw new Error(lastError);
        });
        agenda.define(triggerOf(job), () => jobs[job].fire());
        const { every } = jobs[job];
        const stored = known.find((each) => each.name === job);
        // Adding a job again would erase the report of its latest run.
        if (stored && isRunning(stored, every)) continue;
        // A job that is missing after the start is due now; one that was stored otherwise, after its interval.
        await agenda.every(intervalOf(every), job, undefined, { skipImmediate: !begun || stored !== undefined });
      }
      begun = true;
      await agenda.start();
    },
    ask: async () => void (await repository.queryJobs({ names: [...JOBS] })),
    close: async () => {
      stopping.abort();
      lockNoMore();
      await agenda.stop(false);
      await quiet();
      await store.close();
    },
  };
};

const intervalOf = (every: number): string => `${every} seconds`;

/** Milliseconds by which the clocks of processes on one store may differ. */
const CLOCKS_DIFFER_BY = 5_000;

/** Runs at its interval. A time further ahead was stored by a process whose clock was wrong. */
const isRunning = ({ repeatInterval, nextRunAt, disabled }: JobParameters, every: number): boolean =>
  repeatInterval === intervalOf(every) &&
  nextRunAt instanceof Date &&
  nextRunAt.getTime() <= Date.now() + every * 1_000 + CLOCKS_DIFFER_BY &&
  disabled !== true;

/** The prefix is older than the word trigger: the names are in stores that are in use. */
const TRIGGER = 'ring: ';
const triggerOf = (job: Job): string => TRIGGER + job;
const isTrigger = (name: string): boolean => name.startsWith(TRIGGER);
