import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { changedDifferences, explainDifference, type Difference } from '../../src/domain/statement/difference.ts';
import type { Finding } from '../../src/domain/statement/match.ts';
import { line } from './account.ts';

const FOUND = at('2026-01-16T01:00:00.000Z');
const AGAIN = at('2026-01-17T01:00:00.000Z');
const LINE = line('T1', FOUND, { amount: 900, fee: 9 });
const MOVEMENT = {
  ...{ kind: 'payment', sessionId: 'one', amount: 1_000, currency: 'XOF', at: FOUND },
  ...{ paymentId: 'ours', subjectId: 'ours' },
} as const;

const differs: Finding = { kind: 'other_amount', line: LINE, movement: MOVEMENT };
const missingThere: Finding = { kind: 'missing_there', line: null, movement: MOVEMENT };

/** The changes of the known discrepancies by this finding. */
const compare = (known: readonly Difference[], found: Finding, now = AGAIN): readonly Difference[] =>
  changedDifferences(known, [found], {
    ...{ companyId: 'company', paymentId: 'ours', provider: 'fake', nextId: () => 'known', now },
  });

const begin = (found: Finding): Difference => {
  const [difference] = compare([], found, FOUND);
  if (!difference) throw new Error('there is no discrepancy');
  return difference;
};

describe('the discrepancies of a payment', () => {
  it('are settled when everything matches, unless they were explained', () => {
    const known = [begin(differs), explainDifference(begin(missingThere), 'paid in cash')];
    const settled = { ...begin(differs), status: 'settled' };
    expect(compare(known, { ...differs, kind: 'matched' })).to.deep.equal([settled]);
  });

  for (const [what, after] of Object.entries({
    'become another kind': { ...differs, kind: 'other_fee' },
    'get another amount in our records': { ...differs, movement: { ...MOVEMENT, amount: 1_001 } },
    'get another amount on the statement': { ...differs, line: { ...LINE, amount: 901 } },
    'get another fee': { ...differs, line: { ...LINE, fee: 10 } },
  } satisfies Record<string, Finding>))
    it(`are reopened when they ${what}, even if they were explained, and not if nothing changes`, () => {
      const known = explainDifference(begin(differs), 'agreed by telephone');
      expect(compare([known], after)).to.deep.equal([{ ...begin(after), found: AGAIN }]);
      expect(compare([known], differs)).to.deep.equal([]);
    });
});
