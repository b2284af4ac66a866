import { setTimeout } from 'node:timers/promises';
import { JOBS, type Job } from '@vehicle-insurance/core';
import { collectedErrors } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { localJob, type LocalJob, type ScheduledJobs } from '../src/local-job.ts';
import { jobsIn } from '../src/mongo-job-store.ts';
import { sharedTrigger, type SharedTrigger } from '../src/shared-trigger.ts';
import { storeHealth } from '../src/store-health.ts';
import { countedJobs, HARDLY_EVER, sweptJobs, until } from './jobs.ts';
import { racingCollection, type RacingCollection } from './racing-collection.ts';

const PROCESSES = 5;

describe('several processes that start at once on an empty MongoDB', () => {
  let collection: RacingCollection;
  let errorReporter: ReturnType<typeof collectedErrors>;
  let bells: readonly SharedTrigger[];

  beforeEach(async () => {
    collection = racingCollection();
    errorReporter = collectedErrors();
    bells = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, n) => {
        const repository = await jobsIn(collection.db, 'jobs');
        const health = storeHealth(errorReporter, { lost: () => undefined, back: () => undefined });
        return sharedTrigger({
          store: { repository, close: async () => undefined },
          health,
          errorReporter,
          name: `${n}`,
        });
      }),
    );
  });
  afterEach(() => Promise.all(bells.map((trigger) => trigger.close())));

  const local = (jobs: ScheduledJobs) =>
    Object.fromEntries(JOBS.map((job) => [job, localJob(job, jobs[job], errorReporter)])) as Record<Job, LocalJob>;
  const names = () => collection.documents.map(({ name }) => name).sort();

  // Proves: start-together
  it('add one of each job, and no one is told that the store does not answer', async () => {
    await Promise.all(bells.map((trigger) => trigger.begin(local(countedJobs(HARDLY_EVER).jobs))));
    expect(collection.lost()).to.be.greaterThan(0);
    expect(errorReporter.all).to.deep.equal([]);
    expect(names()).to.deep.equal([...JOBS].sort());
  });

  // Proves: start-together
  it('lose no first trigger, though all trigger the same job at once', async () => {
    const [worker, ...others] = bells;
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await worker?.begin(local(jobs));
    await Promise.all(others.map((trigger) => trigger.fire('certificates')));
    expect(collection.lost()).to.be.greaterThan(0);
    expect(errorReporter.all).to.deep.equal([]);
    await until(() => runs.certificates > 0);
  });

  it('say in a job’s document what its latest run did, also after others have started', async () => {
    const [worker, ...others] = bells;
    const { jobs } = await sweptJobs(3, async (nth) => {
      if (nth === 2) throw new Error('no such host');
    });
    await worker?.begin(local(jobs));
    const document = () => collection.documents.find(({ name }) => name === 'payments') ?? {};
    await until(() => document()['failCount'] === 1);
    const { data, failReason } = document();
    expect(data).to.include({ claimed: 3, done: 2, failed: 1, underWay: 0 });
    expect(failReason).to.match(/^notices [0-9a-f-]{36}: no such host$/);
    await Promise.all(
      others.map((trigger) => trigger.begin(local({ ...countedJobs(HARDLY_EVER).jobs, payments: jobs.payments }))),
    );
    expect(document()).to.include({ data, failReason });
  });

  it('trigger anew where the faster trigger has run meanwhile', async () => {
    collection.whileLosing = async () => {
      // Longer than a trigger is written ahead: the faster one has run and has no next run any more.
      await setTimeout(300);
      for (const document of collection.documents) document['nextRunAt'] = null;
    };
    await Promise.all(bells.slice(0, 2).map((trigger) => trigger.fire('payments')));
    expect(collection.lost()).to.equal(1);
    expect(collection.documents[0]?.['nextRunAt']).to.be.a('date');
  });
});
