import { expect } from 'chai';
import { PLANTED_BUGS } from './bugs.ts';
import { failuresOf } from './try-bug.ts';

/** Each runs one test file in a process of its own. */
const TIMEOUT = 240_000;

describe('a bug planted in the source is found:', function () {
  this.timeout(TIMEOUT);
  for (const bug of PLANTED_BUGS) {
    it(`${bug.name}, by ${bug.foundBy}`, async () => {
      expect(await failuresOf(bug)).to.not.have.length(0);
    });
  }
});
