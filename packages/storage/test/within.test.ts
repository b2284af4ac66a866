import { expect } from 'chai';
import { within } from '../src/within.ts';

describe('work with a time limit', () => {
  it('is aborted at the limit, and not waited for if it continues', async () => {
    let told: AbortSignal | undefined;
    const late = await within(10, (signal) => {
      told = signal;
      return new Promise<never>(() => undefined);
    }).catch((cause: unknown) => cause);
    expect(String(late)).to.contain('no answer within 10 ms');
    expect(told?.aborted).to.be.true;
  });
});
