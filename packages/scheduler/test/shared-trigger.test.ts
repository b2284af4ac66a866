import { collectedErrors } from '@vehicle-insurance/testkit';
import { JOBS } from '@vehicle-insurance/core';
import type { JobParameters, JobRepository } from 'agenda';
import { expect } from 'chai';
import { sharedTrigger } from '../src/shared-trigger.ts';
import { storeHealth } from '../src/store-health.ts';
import { until } from './jobs.ts';

const EVERY = 60;

/** Begins on a store whose jobs are next due in `ahead` milliseconds. */
const begunWith = async (ahead: number) => {
  const saved: string[] = [];
  const lockedBefore: number[] = [];
  const job = (name: string): JobParameters =>
    ({
      ...{ _id: name, name, type: 'single', data: undefined, priority: 0 },
      ...{ repeatInterval: `${EVERY} seconds`, nextRunAt: new Date(Date.now() + ahead) },
    }) as unknown as JobParameters;
  const repository = {
    connect: async () => undefined,
    queryJobs: async () => ({ jobs: JOBS.map(job), total: JOBS.length }),
    saveJob: async (one: JobParameters) => (saved.push(one.name), { ...job(one.name), ...one }),
    getNextJobToRun: async (_name: string, _next: Date, deadline: Date, now = new Date()) =>
      void lockedBefore.push(now.getTime() - deadline.getTime()),
    unlockJobs: async () => undefined,
  } as unknown as JobRepository;
  const errorReporter = collectedErrors();
  const health = storeHealth(errorReporter, { lost: () => undefined, back: () => undefined });
  const trigger = sharedTrigger({
    ...{ store: { repository, close: async () => undefined }, health, errorReporter, name: 'a process' },
  });
  const local = { every: EVERY, fire: () => undefined, report: async () => undefined };
  await trigger.begin({ payments: local, certificates: local, documents: local, days: local });
  await until(() => lockedBefore.length > 0);
  await trigger.close();
  return { saved, lockedBefore };
};

describe('the shared schedule of several processes', () => {
  it('takes over a killed process’s job 5 seconds after it was locked', async () => {
    const { lockedBefore } = await begunWith(EVERY * 1_000);
    for (const milliseconds of lockedBefore) expect(milliseconds).to.be.within(4_900, 5_100);
  });

  it('corrects a time that is more than 5 seconds further ahead than the interval', async () => {
    expect((await begunWith(EVERY * 1_000 + 4_900)).saved).to.deep.equal([]);
    expect((await begunWith(EVERY * 1_000 + 9_000)).saved).to.have.members([...JOBS]);
  });
});
