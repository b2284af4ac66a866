import { setImmediate } from 'node:timers/promises';
import type { JobParameters, JobRepository } from 'agenda';
import type { StoreHealth } from './store-health.ts';

export interface TrackedRepository {
  readonly repository: JobRepository;
  /** From now on no job is locked, not even by a request already under way. */
  readonly lockNoMore: () => void;
  /** Resolves when no request is under way. */
  readonly quiet: () => Promise<void>;
}

/**
 * Agenda's repository, with every result reported to the store's health. Agenda unlocks without awaiting the answer, so
 * a failure there would end the process; it is ignored, as the lock expires soon after.
 *
 * At the end of a run Agenda writes the whole state of a job, with the next run as it knew it. For a trigger that would
 * undo one that was fired meanwhile, so it is only unlocked.
 */
export const trackedRepository = (
  store: JobRepository,
  health: StoreHealth,
  isTrigger: (name: string) => boolean,
): TrackedRepository => {
  const underWay = new Set<Promise<unknown>>();
  let locking = true;

  const tracked = async <Value>(request: Promise<Value>): Promise<Value> => {
    const asked = health.asking();
    underWay.add(request);
    try {
      const value = await request;
      asked.worked();
      return value;
    } catch (cause) {
      asked.failed(cause);
      throw cause;
    } finally {
      underWay.delete(request);
    }
  };

  const unlockJob = (job: JobParameters): Promise<void> => tracked(store.unlockJob(job)).catch(() => undefined);

  const getNextJobToRun: JobRepository['getNextJobToRun'] = async (...request) => {
    if (!locking) return undefined;
    const job = await tracked(store.getNextJobToRun(...request));
    if (locking || !job) return job;
    await unlockJob(job);
    return undefined;
  };

  const repository: JobRepository = {
    connect: () => Promise.resolve(),
    queryJobs: (options) => tracked(store.queryJobs(options)),
    getJobsOverview: () => tracked(store.getJobsOverview()),
    getDistinctJobNames: () => tracked(store.getDistinctJobNames()),
    getJobById: (id) => tracked(store.getJobById(id)),
    getQueueSize: () => tracked(store.getQueueSize()),
    removeJobs: (options) => tracked(store.removeJobs(options)),
    saveJob: (job, options) => tracked(store.saveJob(job, options)),
    saveJobState: (job, options) =>
      tracked(
        isTrigger(job.name) && !job.lockedAt && job._id
          ? store.unlockJobs([job._id])
          : store.saveJobState(job, options),
      ),
    lockJob: (job, options) => tracked(store.lockJob(job, options)),
    unlockJob,
    unlockJobs: (ids) => tracked(store.unlockJobs(ids)).catch(() => undefined),
    getNextJobToRun,
    disableJobs: (options) => tracked(store.disableJobs(options)),
    enableJobs: (options) => tracked(store.enableJobs(options)),
    purgeAllJobs: () => tracked(store.purgeAllJobs()),
  };

  return {
    repository,
    lockNoMore: () => {
      locking = false;
    },
    quiet: async () => {
      do {
        await Promise.allSettled(underWay);
        // An answer may lead to another request.
        await setImmediate();
      } while (underWay.size > 0);
    },
  };
};
