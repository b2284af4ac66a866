import { expect } from 'chai';
import { inBatches } from '../../../src/use-cases/operations/in-batches.ts';
import { inOneLine } from '../../../src/use-cases/operations/tally.ts';

describe('the one-line reason of a failure', () => {
  const causes: readonly (readonly [unknown, string])[] = [
    [new Error('a bug'), 'a bug'],
    [new TypeError(''), 'TypeError'],
    ['no room', 'no room'],
    [new Error('the row is locked\ninsert into payments\nvalues (7)'), 'the row is locked'],
    [new Error('call 0701020304 about it'), 'call … about it'],
    [new Error('x'.repeat(201)), 'x'.repeat(200)],
  ];
  for (const [cause, line] of causes)
    it(`is "${line.slice(0, 20)}" for ${String(cause).slice(0, 20)}`, () => {
      expect(inOneLine(cause)).to.equal(line);
    });
});

describe('work in batches', () => {
  const of = async (total: number) => {
    let [left, batches] = [total, 0];
    const all = await inBatches(async (limit) => {
      const some = Math.min(limit, left);
      left -= some;
      batches += 1;
      return some;
    });
    return { all, left, batches };
  };

  it('continues until a batch is not full', async () => {
    expect(await of(0)).to.deep.equal({ all: 0, left: 0, batches: 1 });
    expect(await of(12_345)).to.deep.equal({ all: 12_345, left: 0, batches: 3 });
    expect(await of(10_000)).to.deep.equal({ all: 10_000, left: 0, batches: 3 });
  });
});
