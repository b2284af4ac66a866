import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { changedDifferences, explainDifference, type Difference } from '../../src/domain/statement/difference.ts';
import type { Compared, Finding } from '../../src/domain/statement/match.ts';
import type { Movement } from '../../src/domain/statement/movement.ts';
import type { StatementLine } from '../../src/domain/statement/statement-line.ts';

const MOVED = at('2026-01-15T09:05:00.000Z');
const FOUND = at('2026-01-16T01:00:00.000Z');
const AGAIN = at('2026-01-17T01:00:00.000Z');

const line = (over: Partial<StatementLine> = {}): StatementLine => ({
  ...{ provider: 'wave', transactionId: 'T1', kind: 'payment', currency: 'XOF', reference: 'ours', at: MOVED },
  ...{ amount: 900, fee: 9 },
  ...over,
});
const movement = (over: Partial<Movement> = {}): Movement => ({
  ...{ kind: 'payment', sessionId: 'session-1', amount: 1_000, currency: 'XOF', at: MOVED },
  ...{ paymentId: 'p1', subjectId: 'p1' },
  ...over,
});
const finding = (over: Partial<Compared> = {}): Compared => ({
  ...{ kind: 'other_amount', line: line(), movement: movement() },
  ...over,
});
const alone = (only: StatementLine): Finding => finding({ kind: 'missing_here', line: only, movement: null });
const missingThere = (moved: Movement): Finding => finding({ kind: 'missing_there', line: null, movement: moved });

/** The changes of the known discrepancies by these findings; new ones are numbered. */
const compare = (known: readonly Difference[], findings: readonly Finding[], now = FOUND): readonly Difference[] => {
  let next = 0;
  const nextId = () => `difference-${(next += 1)}`;
  return changedDifferences(known, findings, {
    companyId: 'company',
    paymentId: 'ours',
    provider: 'wave',
    nextId,
    now,
  });
};

const begin = (found: Finding): Difference => {
  const [difference] = compare([], [found]);
  if (!difference) throw new Error('there is no discrepancy');
  return difference;
};

describe('the discrepancies of a payment', () => {
  it('show both amounts, since when, and about which transaction', () => {
    const about = { companyId: 'company', paymentId: 'ours', provider: 'wave', currency: 'XOF', at: MOVED };
    const isNew = { status: 'open', found: FOUND, explanation: null };
    const findings = [alone(line({ transactionId: 'T2' })), missingThere(movement()), finding()];
    expect(compare([], findings)).to.deep.equal([
      {
        ...{ ...about, ...isNew, id: 'difference-1', kind: 'missing_here', subject: 'line payment T2' },
        ...{ transactionId: 'T2', here: null, there: 900, fee: 9 },
      },
      {
        ...{ ...about, ...isNew, id: 'difference-2', kind: 'missing_there', subject: 'session payment session-1' },
        ...{ transactionId: null, here: 1_000, there: null, fee: null },
      },
      {
        ...{ ...about, ...isNew, id: 'difference-3', kind: 'other_amount', subject: 'line payment T1' },
        ...{ transactionId: 'T1', here: 1_000, there: 900, fee: 9 },
      },
    ]);
  });

  it('do not exist if records and statement match or need not match yet', () => {
    expect(
      compare([], [finding({ kind: 'matched' }), { kind: 'awaited', line: null, movement: movement() }]),
    ).to.deep.equal([]);
  });

  it('stay unchanged while the findings are the same', () => {
    const explained = explainDifference(begin(missingThere(movement())), 'paid in cash');
    const open = begin(finding());
    expect(compare([explained, open], [missingThere(movement()), finding()], AGAIN)).to.deep.equal([]);
  });

  it('are settled once everything matches, unless they were explained', () => {
    const [open, explained] = [begin(finding()), explainDifference(begin(missingThere(movement())), 'paid in cash')];
    expect(compare([open, explained], [finding({ kind: 'matched' })], AGAIN)).to.deep.equal([
      { ...open, status: 'settled' },
    ]);
  });

  it('are reopened under the same id when a settled discrepancy returns', () => {
    const settled: Difference = { ...begin(finding()), id: 'known', status: 'settled' };
    expect(compare([settled], [finding()], AGAIN)).to.deep.equal([{ ...settled, status: 'open', found: AGAIN }]);
  });

  const before = finding({ kind: 'other_amount' });
  for (const [what, after] of Object.entries({
    'become another kind': { ...before, kind: 'other_fee' },
    'get another amount in our records': { ...before, movement: movement({ amount: 1_001 }) },
    'get another amount on the statement': { ...before, line: line({ amount: 901 }) },
    'get another fee': { ...before, line: line({ fee: 10 }) },
  } satisfies Record<string, Compared>))
    it(`are reopened when they ${what}, even if they were explained`, () => {
      const known = explainDifference({ ...begin(before), id: 'known' }, 'agreed by telephone');
      expect(known).to.include({ status: 'explained', explanation: 'agreed by telephone' });
      expect(compare([known], [after], AGAIN)).to.deep.equal([{ ...begin(after), id: 'known', found: AGAIN }]);
    });

  it('are identified by transaction, kind and session', () => {
    const findings = [
      alone(line()),
      alone(line({ transactionId: 'T2' })),
      alone(line({ kind: 'refund' })),
      missingThere(movement()),
      missingThere(movement({ sessionId: 'session-2' })),
      missingThere(movement({ kind: 'refund' })),
    ];
    const known = compare([], findings);
    expect(new Set(known.map(({ id }) => id)).size).to.equal(findings.length);
    expect(compare(known, findings, AGAIN)).to.deep.equal([]);
    for (const [index, difference] of known.entries())
      expect(compare(known, findings.toSpliced(index, 1), AGAIN)).to.deep.equal([{ ...difference, status: 'settled' }]);
  });
});
