import { setImmediate } from 'node:timers/promises';
import type { JobParameters, JobRepository } from 'agenda';
import type { StoreHealth } from './store-health.ts';

export interface WatchedRepository {
  readonly repository: JobRepository;
  /** From now on no job is locked, also not by a request that is already on its way. */
  readonly lockNoMore: () => void;
  /** Resolves when no request is on its way. */
  readonly quiet: () => Promise<void>;
}

/**
 * Agenda's way to its store, seen by the health of the store. Agenda unlocks without waiting for the answer, so a
 * failure there would end the process: the lock ends by itself soon after.
 */
export const watchedRepository = (store: JobRepository, health: StoreHealth): WatchedRepository => {
  const underWay = new Set<Promise<unknown>>();
  let locking = true;

  const watched = async <Value>(request: Promise<Value>): Promise<Value> => {
    underWay.add(request);
    try {
      const value = await request;
      health.worked();
      return value;
    } catch (cause) {
      health.failed(cause);
      throw cause;
    } finally {
      underWay.delete(request);
    }
  };

  const unlockJob = (job: JobParameters): Promise<void> => watched(store.unlockJob(job)).catch(() => undefined);

  const getNextJobToRun: JobRepository['getNextJobToRun'] = async (...request) => {
    if (!locking) return undefined;
    const job = await watched(store.getNextJobToRun(...request));
    if (locking || !job) return job;
    await unlockJob(job);
    return undefined;
  };

  const repository: JobRepository = {
    connect: () => Promise.resolve(),
    queryJobs: (options) => watched(store.queryJobs(options)),
    getJobsOverview: () => watched(store.getJobsOverview()),
    getDistinctJobNames: () => watched(store.getDistinctJobNames()),
    getJobById: (id) => watched(store.getJobById(id)),
    getQueueSize: () => watched(store.getQueueSize()),
    removeJobs: (options) => watched(store.removeJobs(options)),
    saveJob: (job, options) => watched(store.saveJob(job, options)),
    saveJobState: (job, options) => watched(store.saveJobState(job, options)),
    lockJob: (job, options) => watched(store.lockJob(job, options)),
    unlockJob,
    unlockJobs: (ids) => watched(store.unlockJobs(ids)).catch(() => undefined),
    getNextJobToRun,
    disableJobs: (options) => watched(store.disableJobs(options)),
    enableJobs: (options) => watched(store.enableJobs(options)),
    purgeAllJobs: () => watched(store.purgeAllJobs()),
  };

  return {
    repository,
    lockNoMore: () => {
      locking = false;
    },
    quiet: async () => {
      do {
        await Promise.allSettled(underWay);
        // What follows an answer may be another request.
        await setImmediate();
      } while (underWay.size > 0);
    },
  };
};
