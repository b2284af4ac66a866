import { JOBS, type Incidents, type Job } from '@vehicle-insurance/core';
import { Agenda, type AgendaBackend } from 'agenda';
import { aMomentAhead, type JobStore } from './job-store.ts';
import type { StoreHealth } from './store-health.ts';
import { watchedRepository } from './watched-repository.ts';

/** Milliseconds between two looks at the store: as long as a ring takes at most to another process. */
const LOOKS_EVERY = 1_000;

/** What a killed process had locked, another takes after this. Nothing is locked for longer than it takes to ring. */
const LOCK_LIFETIME = 5_000;

/** The bell all processes on one store share. */
export interface SharedBell {
  /** Has one of the processes that run jobs look at this one. */
  ring(job: Job): Promise<void>;
  /**
   * Calls `look` when it is time to, or when another process has rung. Called again it repairs what is missing in the
   * store, and changes nothing else.
   */
  begin(every: Readonly<Record<Job, number>>, look: (job: Job) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SharedBellNeeds {
  readonly store: JobStore;
  readonly health: StoreHealth;
  readonly incidents: Incidents;
  /** Of this process, for whoever reads the store. */
  readonly name: string;
}

/**
 * Agenda, used as a clock that several processes share and nothing more. Its jobs end at once: they only ring, and the
 * process does the work by itself. So no lock of Agenda's is ever held over work, none can be lost with a killed
 * process for longer than seconds, and a job that hangs in one process keeps no other from doing it. All processes
 * share one tick of each job: more of them put no more load on the database.
 */
export const sharedBell = ({ store, health, incidents, name }: SharedBellNeeds): SharedBell => {
  const { repository, lockNoMore, quiet } = watchedRepository(store.repository, health);
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
    processEvery: LOOKS_EVERY,
    defaultConcurrency: 1,
    // None: Agenda never counts down a lock that has ended before its job began, as happens on a machine that is
    // overloaded, and at its limit it would not look at that job again. There is only one of each to lock.
    defaultLockLimit: 0,
    defaultLockLifetime: LOCK_LIFETIME,
  });
  agenda.on('error', (cause: unknown) => {
    if (!health.knows(cause)) incidents.report({ what: 'the scheduler failed', cause });
  });
  let begun = false;

  return {
    ring: async (job) => {
      const ring = agenda.create(ringOf(job));
      // One of each: a thousand rings that nobody answers are one ring.
      ring.attrs.type = 'single';
      await ring.schedule(aMomentAhead()).save();
    },
    begin: async (every, look) => {
      for (const job of JOBS) {
        agenda.define(job, () => look(job));
        agenda.define(ringOf(job), () => look(job));
        // The first time, an interval of an earlier start is replaced; after that, only a job that is gone is due now.
        await agenda.every(`${every[job]} seconds`, job, undefined, { skipImmediate: !begun });
      }
      begun = true;
      await agenda.start();
    },
    close: async () => {
      lockNoMore();
      await agenda.stop(false);
      await quiet();
      await store.close();
    },
  };
};

const ringOf = (job: Job): string => `ring: ${job}`;
