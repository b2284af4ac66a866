import { expect } from 'chai';
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
