import { JOBS, sweeper, type Job, type Sweepers } from '@vehicle-insurance/core';
import { aNotification, clockAt, collectedErrors, inUnit, memoryStore, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { SharedLock } from '../../src/composition/infrastructure.ts';
import { ROUNDS, scheduledJobs } from '../../src/worker/scheduled-jobs.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const agreeing = { wrong: () => undefined };

const jobsOf = (made: Sweepers[Job], over: Partial<Parameters<typeof scheduledJobs>[0]> = {}) => {
  const sweepers = Object.fromEntries(JOBS.map((job: Job) => [job, made])) as Sweepers;
  const { jobRuns } = memoryStore();
  const common = { clock: clockAt(SOME_MORNING), clockWatch: agreeing, lock: countingLock().lock, rounds: ROUNDS };
  return scheduledJobs({ sweepers, jobRuns, ...common, ...over });
};

const countingLock = () => {
  const inside = { now: 0, most: 0 };
  const lock: SharedLock = {
    pass: async (run) => {
      inside.most = Math.max(inside.most, (inside.now += 1));
      return run().finally(() => (inside.now -= 1));
    },
    alone: (run) => run(),
  };
  return { lock, inside };
};

describe('the rounds of a job', () => {
  const scheduled = async () => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const addNotice = () =>
      inUnit(store.unitOfWork, ({ notifications }) =>
        notifications.add(aNotification({ due: { at: SOME_MORNING, attempts: 0 } })),
      );
    const ends: (() => void)[] = [];
    const made = sweeper(
      { ...store, clock, errorReporter: collectedErrors() },
      {
        handlers: {
          notifications: async ({ id }) => {
            await new Promise<void>((resolve) => ends.push(resolve));
            await inUnit(store.unitOfWork, async ({ notifications }) => {
              const found = await notifications.find(id);
              if (found) await notifications.save({ ...found, due: null });
            });
          },
        },
      },
    );
    const { lock, inside } = countingLock();
    const all = jobsOf(made, { jobRuns: store.jobRuns, clock, lock });
    const { payments } = all;
    return { all, store, clock, addNotice, ends, inside, run: payments.run };
  };

  // Proves: rounds-are-close-enough
  it('begin every 10 seconds for payments, 15 for certificates and documents, 60 for days', async () => {
    const { all } = await scheduled();
    const seconds = Object.fromEntries(Object.entries(all).map(([job, { every }]) => [job, every]));
    expect(seconds).to.deep.equal({ payments: 10, certificates: 15, documents: 15, days: 60 });
  });

  it('end while their work continues, and later rounds find work that became due in the meantime', async () => {
    const { run, addNotice, ends, store, clock } = await scheduled();
    await addNotice();
    await run();
    expect(ends).to.have.length(1);
    expect(await store.jobRuns.last()).to.deep.equal({ payments: clock.now() });
    await addNotice();
    await run();
    expect(ends).to.have.length(2);
  });

  it('prevent moves of the clock until all work has ended, with one lock holder for all', async () => {
    const { run, addNotice, ends, inside } = await scheduled();
    for (let n = 0; n < 5; n += 1) {
      await addNotice();
      await run();
      await settle();
      expect(inside.now).to.equal(1);
    }
    expect(inside.most).to.be.at.most(2);
    for (const end of ends.splice(0, 4)) end();
    await settle();
    expect(inside.now).to.equal(1);
    ends.pop()?.();
    await settle();
    expect(inside.now).to.equal(0);
  });

  it('prevent moves of the clock again after work whose end could not be awaited', async () => {
    const { lock, inside } = countingLock();
    const ends = [() => Promise.reject(new Error('lost')), () => new Promise<void>(() => undefined)];
    const made = {
      poll: async () => undefined,
      isIdle: () => false,
      idle: async () => ends.shift()?.(),
      close: async () => undefined,
    };
    const { payments } = jobsOf(made as unknown as Sweepers[Job], { lock });
    await payments.run();
    await settle();
    expect(inside.now).to.equal(0);
    await payments.run();
    await settle();
    expect(inside.now).to.equal(1);
  });

  it('poll the sweeper of each job and record the job’s name, but not while the clock is wrong', async () => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const polled: Job[] = [];
    const sweeperOf = (job: Job) => ({
      ...sweeper({ ...store, clock, errorReporter: collectedErrors() }, { handlers: {} }),
      poll: async () => void polled.push(job),
    });
    const sweepers = Object.fromEntries(JOBS.map((job) => [job, sweeperOf(job)])) as unknown as Sweepers;
    let wrong: string | undefined = 'the clock is behind';
    const clockWatch = { wrong: () => wrong };
    const jobs = jobsOf(sweeperOf('days'), { sweepers, jobRuns: store.jobRuns, clock, clockWatch });
    for (const job of JOBS) await jobs[job].run();
    expect([polled, await store.jobRuns.last()]).to.deep.equal([[], {}]);
    wrong = undefined;
    const ran: Partial<Record<Job, string>> = {};
    for (const job of JOBS) {
      clock.advance({ seconds: 1 });
      ran[job] = clock.now();
      await jobs[job].run();
    }
    expect([polled, await store.jobRuns.last()]).to.deep.equal([JOBS, ran]);
  });

  it('fail if the search for work fails, and release the lock', async () => {
    const { lock, inside } = countingLock();
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const dueWork = { ...store.dueWork, queues: () => Promise.reject(new Error('the store is away')) };
    const made = sweeper(
      { dueWork, clock, errorReporter: collectedErrors() },
      { handlers: { notifications: async () => undefined } },
    );
    const { payments } = jobsOf(made, { jobRuns: store.jobRuns, clock, lock });
    expect(await payments.run().then(String, String)).to.match(/the store is away/);
    expect(await store.jobRuns.last()).to.deep.equal({});
    expect(inside.now).to.equal(0);
  });
});
