import { hostname } from 'node:os';
import { JOBS, type Incidents, type Job, type Scheduler } from '@vehicle-insurance/core';
import { coalesced } from './coalesced.ts';
import { chooseJobStore, type JobStoreOptions } from './choose-job-store.ts';
import { keepTrying, type Trying } from './keep-trying.ts';
import { sharedBell, type SharedBell } from './shared-bell.ts';
import { storeHealth } from './store-health.ts';

/** What the scheduler needs besides its store: somebody to tell what goes wrong, and a name. */
export interface AgendaSchedulerOptions extends JobStoreOptions {
  readonly incidents: Incidents;
  /** Of this process, for whoever reads the store; host and process id when left out. */
  readonly name?: string;
}

/** A scheduler whose store can be away. */
export interface AgendaScheduler extends Scheduler {
  /** `ok`, or why jobs run only when they are rung for in this process. */
  health(): string;
}

type Jobs = Parameters<Scheduler['start']>[0];

/** What the store lacks is put back: at once when it is noticed, and within a minute when somebody has emptied it. */
const RHYTHM = { afterSuccess: 60_000, afterFailure: 2_000 } as const;

/**
 * Runs jobs by a clock that all processes on one store share. A ring in a process that runs the jobs needs no store: it
 * is heard at once. A ring in one that does not (an API process) goes through the store to one that does, which hears
 * it within a second or so.
 *
 * A store that cannot be reached, at the start or later, is reported and tried again for ever; it stops nothing but the
 * clock. One that was lost altogether is made anew. Every job runs once when it is started, whatever the store says, and
 * once when the store has come back.
 */
export const agendaScheduler = (options: AgendaSchedulerOptions): AgendaScheduler => {
  const { incidents, name = `${hostname()} ${process.pid}` } = options;
  const open = chooseJobStore(options);
  const health = storeHealth(incidents, { lost: () => trying?.soon(), back: () => lookAtAll() });
  let bell: SharedBell | undefined;
  let trying: Trying | undefined;
  let jobs: Jobs | undefined;
  let stopped = false;

  const reporting = reportingTo(incidents);
  const here = eachJob((job) => coalesced(reporting('a job failed', job, async () => jobs?.[job].run())));
  const elsewhere = eachJob((job) => coalesced(() => ringElsewhere(job)));
  /** What was rung here for another process, and could not be written into the store so far. */
  const unheard = new Set<Job>();

  /** What was rung elsewhere while the store was away is found now, and not at the next tick. */
  const lookAtAll = (): void => {
    if (jobs) for (const job of JOBS) here[job].ring();
  };

  const connect = async (): Promise<void> => {
    try {
      bell ??= sharedBell({ store: await open((cause) => health.failed(cause)), health, incidents, name });
      if (jobs) await bell.begin(intervals(jobs), (job) => here[job].ring());
      else for (const job of unheard) await pass(job, bell);
      health.worked();
    } catch (cause) {
      health.failed(cause);
      await disconnect();
      throw cause;
    }
  };

  const disconnect = async (): Promise<void> => {
    const broken = bell;
    bell = undefined;
    await broken?.close().catch((cause: unknown) => health.failed(cause));
  };

  const pass = async (job: Job, to: SharedBell): Promise<void> => {
    unheard.delete(job);
    await to.ring(job).catch((cause: unknown) => {
      unheard.add(job);
      throw cause;
    });
  };

  /** Where the store is away an operator has been told, and the connection that is tried for takes the ring with it. */
  const ringElsewhere = async (job: Job): Promise<void> => {
    unheard.add(job);
    await trying?.firstTry;
    if (bell && unheard.has(job)) await pass(job, bell).catch(() => undefined);
  };

  return {
    health: () => health.state(),
    ring: (job) => {
      if (stopped) return;
      if (jobs) return here[job].ring();
      trying ??= keepTrying(connect, RHYTHM);
      elsewhere[job].ring();
    },
    start: async (given) => {
      if (jobs || stopped) throw new Error('a scheduler is started once');
      jobs = given;
      lookAtAll();
      await trying?.stop();
      if (stopped) return;
      trying = keepTrying(connect, RHYTHM);
      await trying.firstTry;
    },
    stop: async () => {
      stopped = true;
      await Promise.all(JOBS.map((job) => here[job].close()));
      await Promise.all(JOBS.map((job) => elsewhere[job].settled()));
      await trying?.stop();
      await disconnect();
    },
  };
};

const eachJob = <Value>(make: (job: Job) => Value): Readonly<Record<Job, Value>> =>
  Object.fromEntries(JOBS.map((job) => [job, make(job)])) as Record<Job, Value>;

const intervals = (jobs: Jobs): Readonly<Record<Job, number>> => eachJob((job) => jobs[job].every);

/** The work, failing only to an operator. */
const reportingTo =
  (incidents: Incidents) => (what: string, job: Job, work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      incidents.report({ what, about: { job }, cause });
    }
  };
