import { setTimeout } from 'node:timers/promises';
import { JOBS, type Job } from '@vehicle-insurance/core';
import { collectedIncidents } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { jobsIn } from '../src/mongo-job-store.ts';
import { sharedBell, type SharedBell } from '../src/shared-bell.ts';
import { storeHealth } from '../src/store-health.ts';
import { HARDLY_EVER, until } from './jobs.ts';
import { racingCollection, type RacingCollection } from './racing-collection.ts';

const PROCESSES = 5;
const EVERY = Object.fromEntries(JOBS.map((job) => [job, HARDLY_EVER])) as Record<Job, number>;

describe('several processes that start at once on an empty MongoDB', () => {
  let collection: RacingCollection;
  let incidents: ReturnType<typeof collectedIncidents>;
  let bells: readonly SharedBell[];
  const looked = new Set<Job>();

  beforeEach(async () => {
    collection = racingCollection();
    incidents = collectedIncidents();
    looked.clear();
    bells = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, n) => {
        const repository = await jobsIn(collection.db, 'jobs');
        const health = storeHealth(incidents, { lost: () => undefined, back: () => undefined });
        return sharedBell({ store: { repository, close: async () => undefined }, health, incidents, name: `${n}` });
      }),
    );
  });
  afterEach(() => Promise.all(bells.map((bell) => bell.close())));

  const names = () => collection.documents.map(({ name }) => name).sort();

  it('add one of each job, and no one is told that the store does not answer', async () => {
    await Promise.all(bells.map((bell) => bell.begin(EVERY, (job) => looked.add(job))));
    expect(collection.lost()).to.be.greaterThan(0);
    expect(incidents.all).to.deep.equal([]);
    expect(names()).to.deep.equal([...JOBS].sort());
  });

  it('lose no first trigger, though all ring for the same job at once', async () => {
    const [worker, ...others] = bells;
    await worker?.begin(EVERY, (job) => looked.add(job));
    await Promise.all(others.map((bell) => bell.ring('certificates')));
    expect(collection.lost()).to.be.greaterThan(0);
    expect(incidents.all).to.deep.equal([]);
    await until(() => looked.has('certificates'));
  });

  it('ring anew where the trigger that was faster has been heard meanwhile', async () => {
    collection.whileLosing = async () => {
      // Longer than a trigger is written ahead; the one that was faster has run and waits for no time any more.
      await setTimeout(300);
      for (const document of collection.documents) document['nextRunAt'] = null;
    };
    await Promise.all(bells.slice(0, 2).map((bell) => bell.ring('payments')));
    expect(collection.lost()).to.equal(1);
    expect(collection.documents[0]?.['nextRunAt']).to.be.a('date');
  });
});
