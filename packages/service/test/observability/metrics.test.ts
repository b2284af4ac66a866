import { SOME_MORNING, clockAt, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Instruments } from '../../src/observability/metrics/instruments.ts';
import { readGauges } from '../../src/observability/metrics/read-gauges.ts';
import { shared } from '../../src/observability/metrics/shared.ts';

describe('the metrics', () => {
  it('count the database as away when it has not answered for 3 seconds', async () => {
    const values: number[] = [];
    const gauge = { set: (value: unknown) => typeof value === 'number' && values.push(value), reset: () => undefined };
    const instruments = new Proxy({}, { get: () => gauge }) as Instruments;
    const never = () => new Promise<never>(() => undefined);
    const sources = {
      store: { connections: () => ({ busy: 0, idle: 0, waiting: 0, limit: 0 }), nodesAway: () => 0 },
      ...{ mobileMoney: [], clockWatch: { difference: () => undefined }, uncheckedClock: clockAt(SOME_MORNING) },
      ...{ workQueries: { status: never }, jobRuns: { last: never }, listActionItems: never },
    } as unknown as Parameters<typeof readGauges>[1];
    expect(await timersDuring(() => readGauges(instruments, sources))).to.deep.equal([3_000]);
    expect(values.at(-1), 'whether the store answers').to.equal(0);
  });

  it('are read once a second at most', async () => {
    let [now, reads] = [0, 0];
    const read = shared(
      async () => void (reads += 1),
      () => now,
    );
    for (const [at, count] of [
      [0, 1],
      [999, 1],
      [1_000, 2],
    ] as const) {
      now = at;
      await read();
      expect(reads).to.equal(count);
    }
  });
});
