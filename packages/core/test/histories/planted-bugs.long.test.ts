import { expect } from 'chai';
import fc from 'fast-check';
import { history } from './history.ts';
import { BUDGET, PLANTED_BUGS } from './planted-bugs.ts';
import { livesThrough } from './run-history.ts';

describe('the histories find', function () {
  this.timeout(60_000);
  for (const [bug, plant] of Object.entries(PLANTED_BUGS)) {
    it(bug, async () => {
      const found = await fc.check(fc.asyncProperty(history, livesThrough(plant)), {
        seed: 20_260_115,
        numRuns: BUDGET,
        endOnFailure: true,
      });
      expect(found.failed, `not found in ${BUDGET} histories`).to.equal(true);
    });
  }
});
