/** The recurring jobs of the service: each looks at our own tables for work that has become due. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** One of the recurring jobs, by its name. */
export type Job = (typeof JOBS)[number];

/**
 * Says that a job has something to do now, so that nobody waits for its next round. Only a hint: it may be lost, and
 * ringing never fails and never waits. Rung after the commit that made the work, never inside it.
 */
export interface Bell {
  ring(job: Job): void;
}

/** Says when to look: runs each job again and again, and once more soon after it was rung for. */
export interface Scheduler extends Bell {
  /**
   * Begins to run the jobs, each at its own interval (seconds of real time) and never twice at once in one process.
   * A job that fails is reported and runs again at its next time.
   */
  start(jobs: Readonly<Record<Job, { readonly every: number; readonly run: () => Promise<void> }>>): Promise<void>;
  /** Takes no new run and resolves when those under way have ended. */
  stop(): Promise<void>;
}

/** Something went wrong that nobody is waiting to be told about; an operator is. Never throws. */
export interface Incidents {
  report(incident: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}
