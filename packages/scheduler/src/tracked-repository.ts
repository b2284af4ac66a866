import { setImmediate } from 'node:timers/promises';
import type { JobParameters, JobRepository } from 'agenda';
import type { StoreHealth } from './store-health.ts';

export interface TrackedRepository {
  readonly repository: JobRepository;
  /** Locks no more jobs from now on, not even for a request in progress. */
  readonly lockNoMore: () => void;
  /** Resolves when no request is in progress. */
  readonly quiet: () => Promise<void>;
}

/**
 * Agenda's repository. It reports every result to the store's health. Agenda unlocks jobs without awaiting the result,
 * so a failed unlock would end the process. Such a failure is ignored, because the lock expires soon.
 *
 * At the end of a run, Agenda writes the whole state of a job, with an outdated time of the next run. The outdated time
 * would undo a trigger that fired during the run. So a trigger's state is not written, and the trigger is only
 * unlocked.
 */
export const trackedRepository = (
  store: JobRepository,
  health: StoreHealth,
  isTrigger: (name: string) => boolean,
): TrackedRepository => {
  const inProgress = new Set<Promise<unknown>>();
  let locking = true;

  const track = async <Value>(request: Promise<Value>): Promise<Value> => {
    const attempt = health.beginRequest();
    inProgress.add(request);
    try {
      const value = await request;
      attempt.worked();
      return value;
    } catch (cause) {
      attempt.failed(cause);
      throw cause;
    } finally {
      inProgress.delete(request);
    }
  };

  const unlockJob = (job: JobParameters): Promise<void> => track(store.unlockJob(job)).catch(() => undefined);

  const getNextJobToRun: JobRepository['getNextJobToRun'] = async (...request) => {
    if (!locking) return undefined;
    const job = await track(store.getNextJobToRun(...request));
    if (locking || !job) return job;
    await unlockJob(job);
    return undefined;
  };

  const repository: JobRepository = {
    connect: () => Promise.resolve(),
    queryJobs: (options) => track(store.queryJobs(options)),
    getJobsOverview: () => track(store.getJobsOverview()),
    getDistinctJobNames: () => track(store.getDistinctJobNames()),
    getJobById: (id) => track(store.getJobById(id)),
    getQueueSize: () => track(store.getQueueSize()),
    removeJobs: (options) => track(store.removeJobs(options)),
    saveJob: (job, options) => track(store.saveJob(job, options)),
    saveJobState: (job, options) =>
      track(
        isTrigger(job.name) && !job.lockedAt && job._id
          ? store.unlockJobs([job._id])
          : store.saveJobState(job, options),
      ),
    lockJob: (job, options) => track(store.lockJob(job, options)),
    unlockJob,
    unlockJobs: (ids) => track(store.unlockJobs(ids)).catch(() => undefined),
    getNextJobToRun,
    disableJobs: (options) => track(store.disableJobs(options)),
    enableJobs: (options) => track(store.enableJobs(options)),
    purgeAllJobs: () => track(store.purgeAllJobs()),
  };

  return {
    repository,
    lockNoMore: () => {
      locking = false;
    },
    quiet: async () => {
      do {
        await Promise.allSettled(inProgress);
        // A response may lead to another request.
        await setImmediate();
      } while (inProgress.size > 0);
    },
  };
};
