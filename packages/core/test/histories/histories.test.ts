import { expect } from 'chai';
import { count } from './happenings.ts';
import { keepsEveryLaw, SEED } from './keeps-every-law.ts';

/** Histories in each run before a commit, and where they begin. */
const USUAL = { histories: 1_000, seed: 20_260_115 };
const HISTORIES = Number(process.env['HISTORIES'] ?? USUAL.histories);

/** What must become of payments, contracts and callers in the usual histories: about a third of what does today, at least. */
const ENDS: Readonly<Record<string, number>> = {
  'a session too many': 11,
  'a worker overstayed its lease': 106,
  'able: failed amount_mismatch': 31,
  'able: failed declined': 5,
  'able: failed expired': 128,
  'able: failed insufficient_funds': 2,
  'able: failed payer_mismatch': 2,
  'able: failed provider_error': 12,
  'able: failed provider_unavailable': 71,
  'able: refund done': 62,
  'able: succeeded': 212,
  'an operator did not wait for the provider': 8,
  'answered: key refused': 47,
  'answered: opened': 1465,
  'answered: payment_in_progress': 336,
  'answered: payment_provider_unavailable': 78,
  'answered: payment_unavailable': 11,
  'answered: quote_already_paid': 44,
  'answered: quote_start_date_passed': 30,
  'answered: replayed': 59,
  'certificate attached': 5,
  'certificate failed': 8,
  'certificate failed after refusals': 34,
  'certificate issued': 243,
  'certificate issued after refusals': 10,
  'certificate pending': 8,
  'concern: certificate_after_cancel': 2,
  'concern: certificate_not_ours': 8,
  'contract cancelled': 10,
  'contract overlaps another': 33,
  'dated ahead': 4,
  'dated early': 16,
  'debited after its end, bought': 1,
  'debited after its end, given back': 5,
  'malformed, bought': 11,
  'malformed, given back': 10,
  'modest: failed amount_mismatch': 11,
  'modest: failed declined': 1,
  'modest: failed expired': 74,
  'modest: failed provider_error': 2,
  'modest: failed provider_unavailable': 10,
  'modest: refund manual': 24,
  'modest: succeeded': 86,
  'not dated, bought': 114,
  'not dated, given back': 28,
  'paid after its half hour, bought': 2,
  'paid in full, and given back': 34,
  'seen long after it was paid': 23,
  'several contracts': 59,
  'two companies': 274,
  'two providers': 27,
};
describe('the money path through random histories', function () {
  this.timeout(240_000);
  let ends: readonly string[] | undefined;

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`keeps every law in ${HISTORIES} of them`, async () => {
    ends = await keepsEveryLaw(HISTORIES);
  });

  it('comes to every end in the usual ones', function () {
    if (ends === undefined || HISTORIES !== USUAL.histories || SEED !== USUAL.seed) return this.skip();
    const counts = count(ends);
    const rare = Object.entries(ENDS).filter(([end, least]) => (counts.get(end) ?? 0) < least);
    expect(rare.map(([end, least]) => `${end}: ${counts.get(end) ?? 0} of ${least}`)).to.deep.equal([]);
  });
});
