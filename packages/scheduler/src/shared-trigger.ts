import { JOBS, type ErrorReporter, type Job } from '@vehicle-insurance/core';
import { Agenda, type AgendaBackend, type JobParameters } from 'agenda';
import { aMomentAhead, type JobStore } from './job-store.ts';
import type { LocalJob, RunReport } from './local-job.ts';
import type { StoreHealth } from './store-health.ts';
import { trackedRepository } from './tracked-repository.ts';

/** Milliseconds between two checks of the store: about the maximum time for a trigger to reach another process. */
const CHECKS_EVERY = 1_000;

/** Milliseconds after which another process takes over the job of a killed process. A job reports sooner than that. */
const LOCK_LIFETIME = 5_000;

/** Triggers that all processes share through the store. */
export interface SharedTrigger {
  /** Triggers the job in one of the processes that run jobs. That process may be this process. */
  fire(job: Job): Promise<void>;
  /**
   * Runs each job at its interval and when another process triggers the job. Stores the job's report. A second call
   * only adds jobs that are missing in the store or have a wrong schedule there.
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
  /** This process's name in the store. */
  readonly name: string;
  /** Removes secrets from texts in the store. */
  readonly withoutSecrets?: (text: string) => string;
}

/**
 * Shares the schedule among processes with Agenda, whose tools can show it. Agenda's job starts the work, waits
 * briefly, and reports. Longer work continues in the process. So Agenda's locks are short, and a killed process delays
 * a job by only a few seconds. A job that hangs in one process still runs in the others. All processes share each
 * scheduled run, so more processes put no more load on the database.
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
    // The store is already connected. If Agenda itself connected and failed, the process would end.
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
  };
  const agenda = new Agenda({
    backend,
    name,
    processEvery: CHECKS_EVERY,
    defaultConcurrency: 1,
    // No limit on locks. A lock can expire before its job begins, as on an overloaded machine. Agenda counts such a
    // lock for ever, so a limit would block that job for ever.
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
      // There is one document for each job, so pending triggers are combined.
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
        // Adding the job again would delete the report of its latest run.
        if (stored && isRunning(stored, every)) continue;
        // A job that is missing after the start is due now. A job that is stored with another schedule is due after its
        // interval.
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

/**
 * Whether the stored job runs at its interval. If its next run is further ahead, a process with a wrong clock stored
 * the job.
 */
const isRunning = ({ repeatInterval, nextRunAt, disabled }: JobParameters, every: number): boolean =>
  repeatInterval === intervalOf(every) &&
  nextRunAt instanceof Date &&
  nextRunAt.getTime() <= Date.now() + every * 1_000 + CLOCKS_DIFFER_BY &&
  disabled !== true;

/** An older word for a trigger, which existing stores contain. */
const TRIGGER = 'ring: ';
const triggerOf = (job: Job): string => TRIGGER + job;
const isTrigger = (name: string): boolean => name.startsWith(TRIGGER);
