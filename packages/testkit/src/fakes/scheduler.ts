import type { Trigger, ErrorReporter, Job, Scheduler } from '@vehicle-insurance/core';

/** A trigger that triggers nothing. */
export const silentTrigger: Trigger = { fire: () => undefined };

/** A scheduler whose time passes only when a test says so. */
export interface ManualScheduler extends Scheduler {
  /** The jobs that were triggered and have not run since. */
  readonly triggered: ReadonlySet<Job>;
  /** Lets time pass: begins what was triggered and what has become due. */
  pass(seconds: number): void;
  /** Resolves when all runs under way have ended. */
  settled(): Promise<void>;
}

type Jobs = Parameters<Scheduler['start']>[0];

/** A scheduler that stands still until it is told how much time has passed. It passes the contract of the port. */
export const manualScheduler = ({
  errorReporter,
}: { readonly errorReporter?: ErrorReporter } = {}): ManualScheduler => {
  const triggered = new Set<Job>();
  const running = new Map<Job, Promise<void>>();
  const nextAt = new Map<Job, number>();
  let jobs: Jobs | undefined;
  let now = 0;

  const run = async (job: Job, { run: work }: Jobs[Job]): Promise<void> => {
    triggered.delete(job);
    try {
      await work();
    } catch (cause) {
      errorReporter?.report({ what: 'a job failed', about: { job }, cause });
    } finally {
      running.delete(job);
    }
  };
  const isDue = (job: Job): boolean => triggered.has(job) || (nextAt.get(job) ?? 0) <= now;
  const settled = async (): Promise<void> => {
    await Promise.all(running.values());
  };

  return {
    triggered,
    fire: (job) => void triggered.add(job),
    start: async (given) => {
      jobs = given;
    },
    pass: (seconds) => {
      now += seconds;
      for (const [name, each] of Object.entries(jobs ?? {})) {
        const job = name as Job;
        if (running.has(job) || !isDue(job)) continue;
        nextAt.set(job, now + each.every);
        running.set(
          job,
          Promise.resolve().then(() => run(job, each)),
        );
      }
    },
    settled,
    stop: async () => {
      jobs = undefined;
      await settled();
    },
  };
};
