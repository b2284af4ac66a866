import { hostname } from 'node:os';
import { JOBS, type ErrorReporter, type Job, type Scheduler } from '@vehicle-insurance/core';
import { coalesce } from './coalesce.ts';
import { chooseJobStore, type JobStoreOptions } from './choose-job-store.ts';
import { keepTrying, type Trying } from './keep-trying.ts';
import { localJob, type LocalJob, type ScheduledJobs } from './local-job.ts';
import { sharedTrigger, type SharedTrigger } from './shared-trigger.ts';
import { storeHealth } from './store-health.ts';

/** Options of the scheduler and its store. */
export interface AgendaSchedulerOptions extends JobStoreOptions {
  readonly errorReporter: ErrorReporter;
  /** This process's name in the store. Default: host and process id. */
  readonly name?: string;
  /** Removes secrets from texts in the store, which other people may read. */
  readonly withoutSecrets?: (text: string) => string;
}

/** A scheduler that continues to work while its store is unavailable. */
export interface AgendaScheduler extends Scheduler {
  start(jobs: ScheduledJobs): Promise<void>;
  /** `ok`, or a message that the store is unavailable. Without the store, only this process's triggers run jobs. */
  health(): string;
  /**
   * Queries the store, then returns `health()`. Without the query, a process that has never used the store could not
   * know the store's health.
   */
  check(): Promise<string>;
}

/**
 * In milliseconds. A lost connection is retried after `afterFailure`. Missing jobs are added to the store again within
 * `afterSuccess`.
 */
const RHYTHM = { afterSuccess: 60_000, afterFailure: 2_000 } as const;

/**
 * Runs jobs on a schedule that all processes share through the store. In a process that runs the jobs, a trigger needs
 * no store and works at once. In another process, such as an API process, a trigger goes through the store and takes
 * about a second.
 *
 * An unavailable store is reported once, and the connection is retried for ever. Meanwhile the schedule stops, and a
 * trigger reaches only jobs of its own process. If the store has lost its jobs, they are added again. Every job runs
 * once at the start, even without the store, and once when the store is available again.
 */
export const agendaScheduler = (options: AgendaSchedulerOptions): AgendaScheduler => {
  const { errorReporter, name = `${hostname()} ${process.pid}`, withoutSecrets } = options;
  const open = chooseJobStore(options);
  const health = storeHealth(errorReporter, { lost: () => trying?.soon(), back: () => checkAll() });
  let trigger: SharedTrigger | undefined;
  let trying: Trying | undefined;
  let here: Readonly<Record<Job, LocalJob>> | undefined;
  let stopped = false;

  const elsewhere = eachJob((job) => coalesce(() => fireElsewhere(job)));
  /** Triggers for other processes that are not in the store yet. */
  const undelivered = new Set<Job>();

  /**
   * Runs all jobs now. Other processes may have triggered them while the store was unavailable. Those jobs would
   * otherwise wait for their next scheduled run.
   */
  const checkAll = (): void => {
    for (const job of Object.values(here ?? {})) job.fire();
  };

  const connect = async (): Promise<void> => {
    const { worked } = health.beginRequest();
    try {
      trigger ??= sharedTrigger({
        store: await open((cause) => health.failed(cause)),
        health,
        errorReporter,
        name,
        ...(withoutSecrets && { withoutSecrets }),
      });
      if (here) await trigger.begin(here);
      else {
        await trigger.ask();
        for (const job of undelivered) await pass(job, trigger);
      }
      worked();
    } catch (cause) {
      health.failed(cause);
      await disconnect();
      throw cause;
    }
  };

  const disconnect = async (): Promise<void> => {
    const broken = trigger;
    trigger = undefined;
    await broken?.close().catch((cause: unknown) => health.failed(cause));
  };

  const pass = async (job: Job, to: SharedTrigger): Promise<void> => {
    undelivered.delete(job);
    await to.fire(job).catch((cause: unknown) => {
      undelivered.add(job);
      throw cause;
    });
  };

  /**
   * Triggers a job in another process. While the store is unavailable, only remembers the trigger, which the next
   * connection delivers.
   */
  const fireElsewhere = async (job: Job): Promise<void> => {
    undelivered.add(job);
    await trying?.firstTry;
    if (trigger && undelivered.has(job)) await pass(job, trigger).catch(() => undefined);
  };

  return {
    health: () => health.state(),
    check: async () => {
      if (!stopped) await (trying ??= keepTrying(connect, RHYTHM)).firstTry;
      await trigger?.ask().catch((cause: unknown) => health.failed(cause));
      return health.state();
    },
    fire: (job) => {
      if (stopped) return;
      if (here) return here[job].fire();
      trying ??= keepTrying(connect, RHYTHM);
      elsewhere[job].fire();
    },
    start: async (given) => {
      if (here || stopped) throw new Error('a scheduler can be started only once');
      here = eachJob((job) => localJob(job, given[job], errorReporter));
      checkAll();
      await trying?.stop();
      if (stopped) return;
      trying = keepTrying(connect, RHYTHM);
      await trying.firstTry;
    },
    stop: async () => {
      stopped = true;
      await Promise.all(Object.values(here ?? {}).map((job) => job.close()));
      await Promise.all(JOBS.map((job) => elsewhere[job].settled()));
      await trying?.stop();
      await disconnect();
    },
  };
};

const eachJob = <Value>(make: (job: Job) => Value): Readonly<Record<Job, Value>> =>
  Object.fromEntries(JOBS.map((job) => [job, make(job)])) as Record<Job, Value>;
