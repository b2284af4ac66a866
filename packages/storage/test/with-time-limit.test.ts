import { expect } from 'chai';
import { withTimeLimit } from '../src/with-time-limit.ts';

describe('work with a time limit', () => {
  it('leaves no timer, whether it succeeds or fails', async () => {
    const timers: number[] = [];
    for (const work of [() => Promise.resolve(), () => Promise.resolve(), () => Promise.reject(new Error('failed'))]) {
      await withTimeLimit(60_000, work).catch(() => undefined);
      timers.push(process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length);
    }
    expect(timers[2]).to.be.at.most(timers[0] ?? 0);
  });

  it('is aborted at the limit, and not waited for if it continues', async () => {
    let told: AbortSignal | undefined;
    const late = await withTimeLimit(10, (signal) => {
      told = signal;
      return new Promise<never>(() => undefined);
    }).catch((cause: unknown) => cause);
    expect(String(late)).to.contain('no answer within 10 ms');
    expect(told?.aborted).to.be.true;
  });
});
