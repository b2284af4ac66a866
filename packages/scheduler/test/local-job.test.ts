import { collectedErrors, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { localJob } from '../src/local-job.ts';
import { HARDLY_EVER, sweptJobs } from './jobs.ts';

const GOING_ON = new AbortController().signal;

describe('the report of a job in this process', () => {
  it('covers the work since the last report, and is absent without any work', async () => {
    const { jobs, add } = await sweptJobs(2, async (nth) => {
      if (nth === 1) throw new Error('call +225 07 01 02 03 04: no such host\n  detail: Awa Koné');
    });
    const { report } = localJob('payments', jobs.payments, collectedErrors());
    const first = await report(GOING_ON);
    expect(first).to.include({ claimed: 2, done: 1, failed: 1, underWay: 0 });
    expect(first?.lastError).to.match(/^notifications [0-9a-f-]{36}: call …: no such host$/);
    expect(await report(GOING_ON)).to.equal(undefined);
    await add();
    expect(await report(GOING_ON)).to.include({ claimed: 1, done: 1, failed: 0, lastError: null });
  });

  it('waits briefly for work; unfinished work counts as in progress, and a later report contains its end', async () => {
    const held = Promise.withResolvers<void>();
    const { jobs, add } = await sweptJobs(1, (nth) => (nth === 1 ? held.promise : Promise.resolve()));
    const { report } = localJob('payments', jobs.payments, collectedErrors(), 200);
    expect(await report(GOING_ON)).to.include({ claimed: 1, done: 0, underWay: 1 });
    await add();
    expect(await report(GOING_ON)).to.include({ claimed: 1, done: 1, underWay: 1 });
    held.resolve();
    expect(await report(GOING_ON)).to.include({ claimed: 0, done: 1, underWay: 0 });
  });

  it('waits 2 seconds for work, and checks every 20 milliseconds', async () => {
    const { jobs } = await sweptJobs(1, () => new Promise<void>(() => undefined));
    const pauses = await timersDuring(() => localJob('payments', jobs.payments, collectedErrors()).report(GOING_ON));
    expect(pauses).to.deep.equal(Array<number>(100).fill(20));
  });

  it('does not wait when the process stops', async () => {
    const { jobs } = await sweptJobs(1, () => new Promise<void>(() => undefined));
    const { report } = localJob('payments', jobs.payments, collectedErrors(), 60_000);
    const stopping = new AbortController();
    const reported = report(stopping.signal);
    setImmediate(() => stopping.abort());
    const before = performance.now();
    await reported;
    expect(performance.now() - before).to.be.below(30_000);
  });

  it('contains the reason of a failed run once, even without any counted work', async () => {
    const errorReporter = collectedErrors();
    const run = (): Promise<void> => Promise.reject(new Error('the store is away\n  in its own words'));
    const { report } = localJob('days', { every: HARDLY_EVER, run }, errorReporter);
    expect(await report(GOING_ON)).to.include({ claimed: 0, failed: 0, lastError: 'the store is away' });
    expect(errorReporter.all.map(({ what }) => what)).to.deep.equal(['a job failed']);
    expect(await report(AbortSignal.abort())).to.equal(undefined);
  });
});
