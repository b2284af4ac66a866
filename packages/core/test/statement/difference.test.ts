import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import {
  changedDifferences,
  explainDifference,
  isExplained,
  type Difference,
} from '../../src/domain/statement/difference.ts';
import type { Compared, Finding } from '../../src/domain/statement/match.ts';
import type { Movement } from '../../src/domain/statement/movement.ts';
import { line } from './account.ts';

const FOUND = at('2026-01-16T01:00:00.000Z');
const AGAIN = at('2026-01-17T01:00:00.000Z');
const LINE = line('T1', FOUND, { amount: 900, fee: 9 });
const MOVEMENT: Movement = {
  ...{ kind: 'payment', sessionId: 'one', amount: 1_000, currency: 'XOF', at: FOUND },
  ...{ paymentId: 'ours', subjectId: 'ours' },
};

const differs: Compared = { kind: 'other_amount', line: LINE, movement: MOVEMENT };
const missingThere: Compared = { kind: 'missing_there', line: null, movement: MOVEMENT };

/** The discrepancies that these findings change or add. New discrepancies have numbered ids. */
const compare = (known: readonly Difference[], found: readonly Finding[], now = AGAIN): readonly Difference[] => {
  let next = 0;
  const nextId = () => `difference-${(next += 1)}`;
  return changedDifferences(known, found, { companyId: 'company', paymentId: 'ours', provider: 'fake', nextId, now });
};

const begin = (found: Finding): Difference => {
  const [difference] = compare([], [found], FOUND);
  if (!difference) throw new Error('there is no discrepancy');
  return difference;
};

describe('the discrepancies of a payment', () => {
  it('are settled when everything matches, unless they were explained', () => {
    const known = [begin(differs), explainDifference(begin(missingThere), 'paid in cash')];
    const settled = { ...begin(differs), status: 'settled' };
    expect(compare(known, [{ ...differs, kind: 'matched' }])).to.deep.equal([settled]);
  });

  for (const [what, after] of Object.entries({
    'become another kind': { ...differs, kind: 'other_fee' },
    'get another amount in our records': { ...differs, movement: { ...MOVEMENT, amount: 1_001 } },
    'get another amount on the statement': { ...differs, line: { ...LINE, amount: 901 } },
    'get another fee': { ...differs, line: { ...LINE, fee: 10 } },
    'get another currency': { ...differs, line: { ...LINE, currency: 'GMD' } },
  } satisfies Record<string, Compared>))
    it(`are reopened when they ${what}, even if they were explained, and not if nothing changes`, () => {
      const known = explainDifference(begin(differs), 'agreed by telephone');
      expect(compare([known], [after])).to.deep.equal([{ ...begin(after), found: AGAIN }]);
      expect(compare([known], [differs])).to.deep.equal([]);
    });

  it('are explained only if an operator explained the same subject with the same content', () => {
    const explained = explainDifference(begin(differs), 'agreed by telephone');
    const other: Compared = { ...differs, line: { ...LINE, transactionId: 'T2' } };
    expect([differs, other].map((each) => isExplained([explained], each))).to.deep.equal([true, false]);
    expect(isExplained([begin(differs)], differs)).to.equal(false);
    expect(isExplained([explained], { ...differs, kind: 'matched' })).to.equal(false);
  });

  it('are identified by transaction, kind and session', () => {
    const ofLine = (over: object): Compared => ({ kind: 'missing_here', line: { ...LINE, ...over }, movement: null });
    const ofOurs = (over: object): Compared => ({ ...missingThere, movement: { ...MOVEMENT, ...over } });
    const findings = [
      ...[{}, { transactionId: 'T2' }, { kind: 'refund' }].map(ofLine),
      ...[{}, { sessionId: 'two' }, { kind: 'refund' }].map(ofOurs),
    ];
    const known = compare([], findings, FOUND);
    expect(new Set(known.map(({ id }) => id)).size).to.equal(findings.length);
    expect(compare(known, findings)).to.deep.equal([]);
    for (const [index, difference] of known.entries())
      expect(compare(known, findings.toSpliced(index, 1))).to.deep.equal([{ ...difference, status: 'settled' }]);
  });
});
