import { collectedErrors } from '@vehicle-insurance/testkit';
import { JOBS } from '@vehicle-insurance/core';
import type { JobParameters, JobRepository } from 'agenda';
import { expect } from 'chai';
import { sharedTrigger } from '../src/shared-trigger.ts';
import { storeHealth } from '../src/store-health.ts';
import { until } from './jobs.ts';

const EVERY = 60;

const ahead = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

/** Begins on a store whose jobs run at their interval, with the given differences. */
const begunWith = async (over: object = {}, names: readonly string[] = JOBS) => {
  const saved: JobParameters[] = [];
  const lockedBefore: number[] = [];
  const job = (name: string): JobParameters =>
    ({
      ...{ _id: name, name, type: 'single', data: undefined, priority: 0 },
      ...{ repeatInterval: `${EVERY} seconds`, nextRunAt: ahead(EVERY), ...over },
    }) as unknown as JobParameters;
  const repository = {
    connect: async () => undefined,
    queryJobs: async () => ({ jobs: names.map(job), total: names.length }),
    saveJob: async (one: JobParameters) => (saved.push(one), { ...job(one.name), ...one }),
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
  // At the start and once a minute.
  for (const _ of [1, 2]) await trigger.begin({ payments: local, certificates: local, documents: local, days: local });
  await until(() => lockedBefore.length > 0);
  await trigger.close();
  return { saved, lockedBefore };
};

describe('the shared schedule of several processes', () => {
  it('takes over a killed process’s job 5 seconds after it was locked', async () => {
    const { lockedBefore } = await begunWith();
    for (const milliseconds of lockedBefore) expect(milliseconds).to.be.within(4_900, 5_100);
  });

  it('adds a missing job, due after its interval at the start, and due at once if it goes missing later', async () => {
    const { saved } = await begunWith({}, []);
    const isLater = saved.map(({ nextRunAt }) => Number(nextRunAt) > Number(ahead(EVERY / 2)));
    expect(isLater).to.deep.equal([...JOBS.map(() => true), ...JOBS.map(() => false)]);
  });

  it('corrects a job that would not run at its interval, and leaves any other unchanged', async () => {
    const running = [{}, { disabled: false }, { disabled: null }, { nextRunAt: ahead(-60) }];
    const odd = [{ disabled: true }, { nextRunAt: null }, { nextRunAt: undefined }, { nextRunAt: ahead(EVERY + 9) }];
    const cases = [
      ...[...running, { nextRunAt: ahead(EVERY + 4.9) }].map((stored) => [stored, []] as const),
      ...[...odd, { repeatInterval: '61 seconds' }, { repeatInterval: undefined }].map(
        (stored) => [stored, [...JOBS, ...JOBS]] as const,
      ),
    ];
    for (const [stored, corrected] of cases) {
      const { saved } = await begunWith(stored);
      expect(saved.map(({ name }) => name)).to.deep.equal(corrected);
      for (const { disabled, repeatInterval, nextRunAt } of saved) {
        expect({ disabled, repeatInterval }).to.deep.equal({ disabled: undefined, repeatInterval: `${EVERY} seconds` });
        expect(nextRunAt).to.be.within(ahead(EVERY - 9), ahead(EVERY));
      }
    }
  });
});
