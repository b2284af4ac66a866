import { keepsEveryLaw, SEED } from './keeps-every-law.ts';

const PARTS = 20;
const HISTORIES = Number(process.env['HISTORIES'] ?? 100_000);

describe('the money path through many more random histories', function () {
  this.timeout(240_000);
  for (let part = 0; part < PARTS; part += 1) {
    // Proves: debit-after-session
    it(`keeps every law, ${part + 1} of ${PARTS}`, () =>
      keepsEveryLaw(HISTORIES / PARTS, SEED + part * (HISTORIES / PARTS)));
  }
});
