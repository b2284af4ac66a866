import { expect } from 'chai';
import { keepTrying } from '../src/keep-trying.ts';
import { HARDLY_EVER, until } from './jobs.ts';

describe('repeated work', () => {
  const rhythm = { afterSuccess: HARDLY_EVER * 1_000, afterFailure: 1 };

  it('is retried until it succeeds, and then only after a longer time', async () => {
    let tries = 0;
    const trying = keepTrying(async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    }, rhythm);
    await until(() => tries === 3);
    await trying.stop();
    expect(tries).to.equal(3);
  });

  it('is retried soon after a reported failure, even one during an attempt', async () => {
    let tries = 0;
    let end = (): void => undefined;
    const first = new Promise<void>((resolve) => (end = resolve));
    const trying = keepTrying(async () => {
      tries += 1;
      if (tries === 1) await first;
    }, rhythm);
    trying.soon();
    end();
    await until(() => tries === 2);
    trying.soon();
    await until(() => tries === 3);
    await trying.stop();
  });
});
