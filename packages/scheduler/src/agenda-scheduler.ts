import { hostname } from 'node:os';
import { JOBS, type ErrorReporter, type Job, type Scheduler } from '@vehicle-insurance/core';
import { coalesced } from './coalesced.ts';
import { chooseJobStore, type JobStoreOptions } from './choose-job-store.ts';
import { keepTrying, type Trying } from './keep-trying.ts';
import { localJob, type LocalJob, type ScheduledJobs } from './local-job.ts';
import { sharedTrigger, type SharedTrigger } from './shared-trigger.ts';
import { storeHealth } from './store-health.ts';

/** The scheduler's options besides those of its store. */
export interface AgendaSchedulerOptions extends JobStoreOptions {
  readonly errorReporter: ErrorReporter;
  /** Of this process, shown in the store; host and process id when left out. */
  readonly name?: string;
  /** Removes secrets from what is written into the store, which others may read. */
  readonly withoutSecrets?: (text: string) => string;
}

/** A scheduler that survives the loss of its store. */
export interface AgendaScheduler extends Scheduler {
  start(jobs: ScheduledJobs): Promise<void>;
  /** `ok`, or why only triggers of this process run jobs. */
  health(): string;
  /** The same, after the store was asked: a process that has triggered nothing yet has not reached for it. */
  check(): Promise<string>;
}

/**
 * Milliseconds. A lost connection is tried again after a failure's delay; a store that was emptied is repaired within a
 * minute.
 */
const RHYTHM = { afterSuccess: 60_000, afterFailure: 2_000 } as const;

/**
 * Runs jobs on a schedule that all processes on one store share. A trigger in a process that runs the jobs needs no
 * store: it works at once. A trigger in another process (an API process) goes through the store, and is picked up
 * within a second or so.
 *
 * A store that cannot be reached, at the start or later, is reported once and retried for ever; only the schedule stops
 * meanwhile. A store that was emptied is filled again. Every job runs once when it is started, whether or not the store
 * answers, and once when the store has come back.
 */
export const agendaScheduler = (options: AgendaSchedulerOptions): AgendaScheduler => {
  const { errorReporter, name = `${hostname()} ${process.pid}`, withoutSecrets } = options;
  const open = chooseJobStore(options);
  const health = storeHealth(errorReporter, { lost: () => trying?.soon(), back: () => checkAll() });
  let trigger: SharedTrigger | undefined;
  let trying: Trying | undefined;
  let here: Readonly<Record<Job, LocalJob>> | undefined;
  let stopped = false;

  const elsewhere = eachJob((job) => coalesced(() => fireElsewhere(job)));
  /** Triggers fired here for another process that are not yet written to the store. */
  const undelivered = new Set<Job>();

  /** Picks up at once what was triggered elsewhere while the store was away, instead of at the next tick. */
  const checkAll = (): void => {
    for (const job of Object.values(here ?? {})) job.fire();
  };

  const connect = async (): Promise<void> => {
    const { worked } = health.asking();
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
   * While the store is away this fails silently: the error was reported, and the next connection delivers the trigger.
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
      if (here || stopped) throw new Error('a scheduler is started once');
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
