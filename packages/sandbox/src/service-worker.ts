import {
  JOBS,
  startOfDay,
  WORK_KINDS,
  type Clock,
  type ContractDays,
  type DueWork,
  type Instant,
  type Job,
  type TimeZone,
  type WorkKind,
} from '@vehicle-insurance/core';
import type { Worker } from './move-clock.ts';

interface Dependencies {
  readonly dueWork: DueWork;
  readonly contractDays: ContractDays;
  readonly clock: Clock;
  readonly jobs: Readonly<Record<Job, () => Promise<void>>>;
  readonly zone: TimeZone;
}

/** The job that does each kind of work. The job `days` depends only on the calendar, so it is not here. */
const JOB_OF: Readonly<Record<WorkKind, Job>> = {
  notifications: 'payments',
  payments: 'payments',
  refunds: 'payments',
  statements: 'payments',
  certificates: 'certificates',
  documents: 'documents',
  pending_uploads: 'documents',
};

/** The service as a `Worker`, which `moveClock` calls. */
export const serviceWorker = ({ dueWork, contractDays, clock, jobs, zone }: Dependencies): Worker => {
  const nextDay = async (): Promise<Instant | undefined> => {
    const days = await Promise.all([contractDays.next(), contractDays.nextEnding()]);
    const [day] = days.filter((each) => each !== undefined).sort();
    return day && startOfDay(day, zone);
  };
  const nextOf = async (job: Job): Promise<Instant | undefined> =>
    job === 'days' ? nextDay() : dueWork.next(...WORK_KINDS.filter((kind) => JOB_OF[kind] === job));

  return {
    nextDue: async () => earliest(await Promise.all([dueWork.next(...WORK_KINDS), nextDay()])),
    catchUp: async () => {
      // Reads the due times of all jobs once, since a year has thousands of due times. If a job makes work due for
      // another job, the next round finds that work.
      const nexts = await Promise.all(JOBS.map(nextOf));
      for (const [index, job] of JOBS.entries()) {
        const next = nexts[index];
        if (next !== undefined && next <= clock.now()) await jobs[job]();
      }
    },
    arrive: jobs.days,
  };
};

const earliest = (times: readonly (Instant | undefined)[]): Instant | undefined =>
  times.filter((at) => at !== undefined).sort()[0];
