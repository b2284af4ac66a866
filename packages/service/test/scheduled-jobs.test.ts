import { JOBS, sweeper, type Job, type Sweepers } from '@vehicle-insurance/core';
import { aNotice, clockAt, collectedIncidents, inUnit, memoryStore, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Gate } from '../src/sandbox/gate.ts';
import { ROUNDS, scheduledJobs } from '../src/worker/scheduled-jobs.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A gate that knows how many are inside. */
const countingGate = () => {
  const inside = { now: 0, most: 0 };
  const gate: Gate = {
    pass: async (run) => {
      inside.most = Math.max(inside.most, (inside.now += 1));
      return run().finally(() => (inside.now -= 1));
    },
    alone: (run) => run(),
    close: async () => undefined,
  };
  return { gate, inside };
};

describe('the rounds of a job', () => {
  const scheduled = async () => {
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const addNotice = () =>
      inUnit(store.unitOfWork, ({ notices }) => notices.add(aNotice({ due: { at: SOME_MORNING, attempts: 0 } })));
    const ends: (() => void)[] = [];
    const made = sweeper(
      { ...store, clock, incidents: collectedIncidents() },
      {
        handlers: {
          notices: async ({ id }) => {
            await new Promise<void>((resolve) => ends.push(resolve));
            await inUnit(store.unitOfWork, async ({ notices }) => {
              const found = await notices.find(id);
              if (found) await notices.save({ ...found, due: null });
            });
          },
        },
      },
    );
    const sweepers = Object.fromEntries(JOBS.map((job: Job) => [job, made])) as Sweepers;
    const { gate, inside } = countingGate();
    const { payments } = scheduledJobs({ sweepers, workViews: store.workViews, clock, gate, rounds: ROUNDS });
    return { store, clock, addNotice, ends, inside, run: payments.run };
  };

  it('end while what they have begun goes on, and the next ones find what is due since', async () => {
    const { run, addNotice, ends, store, clock } = await scheduled();
    await addNotice();
    await run();
    expect(ends).to.have.length(1);
    expect(await store.workViews.lastRuns()).to.deep.equal({ payments: clock.now() });
    await addNotice();
    await run();
    expect(ends).to.have.length(2);
  });

  it('keep the clock standing until all that was begun has ended, with one inside for all', async () => {
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

  it('keep the clock standing again after work whose end could not be awaited', async () => {
    const { gate, inside } = countingGate();
    const { workViews } = memoryStore();
    const ends = [() => Promise.reject(new Error('lost')), () => new Promise<void>(() => undefined)];
    const made = {
      poll: async () => undefined,
      isIdle: () => false,
      idle: async () => ends.shift()?.(),
      close: async () => undefined,
    };
    const sweepers = Object.fromEntries(JOBS.map((job: Job) => [job, made])) as unknown as Sweepers;
    const { payments } = scheduledJobs({ sweepers, workViews, clock: clockAt(SOME_MORNING), gate, rounds: ROUNDS });
    await payments.run();
    await settle();
    expect(inside.now).to.equal(0);
    await payments.run();
    await settle();
    expect(inside.now).to.equal(1);
  });

  it('fail where nothing could be looked for, and leave the gate', async () => {
    const { gate, inside } = countingGate();
    const store = memoryStore();
    const clock = clockAt(SOME_MORNING);
    const dueWork = { ...store.dueWork, queues: () => Promise.reject(new Error('the store is away')) };
    const made = sweeper(
      { dueWork, clock, incidents: collectedIncidents() },
      { handlers: { notices: async () => undefined } },
    );
    const sweepers = Object.fromEntries(JOBS.map((job: Job) => [job, made])) as Sweepers;
    const { payments } = scheduledJobs({ sweepers, workViews: store.workViews, clock, gate, rounds: ROUNDS });
    expect(await payments.run().then(String, String)).to.match(/the store is away/);
    expect(await store.workViews.lastRuns()).to.deep.equal({});
    expect(inside.now).to.equal(0);
  });
});
