import {
  JOBS,
  startOfDay,
  WORK_KINDS,
  type ContractDays,
  type DueWork,
  type Job,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Worker } from '../sandbox/move-clock.ts';

interface Needs {
  readonly dueWork: DueWork;
  readonly contractDays: ContractDays;
  readonly jobs: Readonly<Record<Job, () => Promise<void>>>;
  readonly zone: TimeZone;
}

/** The service's own due work, as the sandbox's clock sees it. */
export const serviceWorker = ({ dueWork, contractDays, jobs, zone }: Needs): Worker => ({
  nextDue: async () => {
    const day = await contractDays.next();
    const due = await Promise.all(WORK_KINDS.map((kind) => dueWork.next(kind)));
    return [...due, day && startOfDay(day, zone)].filter((at) => at !== undefined).sort()[0];
  },
  catchUp: async () => {
    for (const job of JOBS) await jobs[job]();
  },
});
