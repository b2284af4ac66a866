import { expect } from 'chai';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { lookUntil } from '../src/waiting.ts';

describe('a server that is ending, or a port that is in use', () => {
  it('is checked every 50 milliseconds for 10 seconds', async () => {
    const { setTimeout: real } = timers;
    const pauses: unknown[] = [];
    timers.setTimeout = (async (milliseconds: number) => void pauses.push(milliseconds)) as typeof real;
    syncBuiltinESMExports();
    await lookUntil(async () => undefined);
    timers.setTimeout = real;
    syncBuiltinESMExports();
    expect(pauses).to.deep.equal(Array(200).fill(50));
  });
});
