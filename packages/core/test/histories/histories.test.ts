import { keepsEveryLaw } from './keeps-every-law.ts';

/** Histories in each run before a commit. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 1_000);

describe('the money path through random histories', function () {
  this.timeout(240_000);

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`keeps every law in ${HISTORIES} of them`, () => keepsEveryLaw(HISTORIES));
});
