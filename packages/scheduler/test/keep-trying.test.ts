import { setImmediate as turn } from 'node:timers/promises';
import { realTimersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { keepTrying, type Trying } from '../src/keep-trying.ts';
import { HARDLY_EVER, until } from './jobs.ts';

describe('repeated work', () => {
  let trying: Trying;
  afterEach(() => trying.stop());
  const rhythm = { afterSuccess: HARDLY_EVER * 1_000, afterFailure: 1 };

  it('is retried until it succeeds, and then only after a longer time', async () => {
    let tries = 0;
    trying = keepTrying(async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    }, rhythm);
    await until(() => tries === 3);
    await trying.stop();
    expect(tries).to.equal(3);
  });

  it('is retried soon after a reported failure, even one during an attempt', async () => {
    const tries: (() => void)[] = [];
    trying = keepTrying(() => new Promise((end) => tries.push(end)), rhythm);
    const pauses = await realTimersDuring(async () => {
      for (const next of [2, 3, 4]) {
        trying.soon();
        tries.at(-1)?.();
        await until(() => tries.length === next);
      }
      tries.at(-1)?.();
      await turn();
      trying.soon();
      await until(() => tries.length === 5);
    });
    expect(pauses.filter((milliseconds) => milliseconds === rhythm.afterFailure)).to.have.length(4);
    tries.at(-1)?.();
  });
});
