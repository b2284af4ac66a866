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
const alone = (told: StatementLine): Finding => finding({ kind: 'missing_here', line: told, movement: null });
const untold = (moved: Movement): Finding => finding({ kind: 'missing_there', line: null, movement: moved });

/** What changes of the known differences by these findings; new ones are numbered. */
const changed = (known: readonly Difference[], findings: readonly Finding[], now = FOUND): readonly Difference[] => {
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

const begun = (found: Finding): Difference => {
  const [difference] = changed([], [found]);
  if (!difference) throw new Error('nothing differs');
  return difference;
};

describe('The differences of a payment', () => {
  it('show what the records say and what the statement says, since when, and about which transaction', () => {
    const about = { companyId: 'company', paymentId: 'ours', provider: 'wave', currency: 'XOF', at: MOVED };
    const anew = { status: 'open', found: FOUND, explanation: null };
    const told = [alone(line({ transactionId: 'T2' })), untold(movement()), finding()];
    expect(changed([], told)).to.deep.equal([
      {
        ...{ ...about, ...anew, id: 'difference-1', kind: 'missing_here', subject: 'line payment T2' },
        ...{ transactionId: 'T2', here: null, there: 900, fee: 9 },
      },
      {
        ...{ ...about, ...anew, id: 'difference-2', kind: 'missing_there', subject: 'session payment session-1' },
        ...{ transactionId: null, here: 1_000, there: null, fee: null },
      },
      {
        ...{ ...about, ...anew, id: 'difference-3', kind: 'other_amount', subject: 'line payment T1' },
        ...{ transactionId: 'T1', here: 1_000, there: 900, fee: 9 },
      },
    ]);
  });

  it('are none where things agree or need not agree yet', () => {
    expect(
      changed([], [finding({ kind: 'matched' }), { kind: 'awaited', line: null, movement: movement() }]),
    ).to.deep.equal([]);
  });

  it('stay as they are while the same is found', () => {
    const explained = explainDifference(begun(untold(movement())), 'paid in cash');
    const open = begun(finding());
    expect(changed([explained, open], [untold(movement()), finding()], AGAIN)).to.deep.equal([]);
  });

  it('are settled when nothing differs any more, unless they were explained', () => {
    const [open, explained] = [begun(finding()), explainDifference(begun(untold(movement())), 'paid in cash')];
    expect(changed([open, explained], [finding({ kind: 'matched' })], AGAIN)).to.deep.equal([
      { ...open, status: 'settled' },
    ]);
  });

  it('are open again, as the ones they were, when what was settled differs again', () => {
    const settled: Difference = { ...begun(finding()), id: 'known', status: 'settled' };
    expect(changed([settled], [finding()], AGAIN)).to.deep.equal([{ ...settled, status: 'open', found: AGAIN }]);
  });

  const before = finding({ kind: 'other_amount' });
  for (const [what, after] of Object.entries({
    'become another kind': { ...before, kind: 'other_fee' },
    'get another amount in our records': { ...before, movement: movement({ amount: 1_001 }) },
    'get another amount on the statement': { ...before, line: line({ amount: 901 }) },
    'get another fee': { ...before, line: line({ fee: 10 }) },
  } satisfies Record<string, Compared>))
    it(`are open again, whatever was said of them, when they ${what}`, () => {
      const known = explainDifference({ ...begun(before), id: 'known' }, 'agreed by telephone');
      expect(known).to.include({ status: 'explained', explanation: 'agreed by telephone' });
      expect(changed([known], [after], AGAIN)).to.deep.equal([{ ...begun(after), id: 'known', found: AGAIN }]);
    });

  it('are told apart by transaction, kind and session', () => {
    const findings = [
      alone(line()),
      alone(line({ transactionId: 'T2' })),
      alone(line({ kind: 'refund' })),
      untold(movement()),
      untold(movement({ sessionId: 'session-2' })),
      untold(movement({ kind: 'refund' })),
    ];
    const known = changed([], findings);
    expect(new Set(known.map(({ id }) => id)).size).to.equal(findings.length);
    expect(changed(known, findings, AGAIN)).to.deep.equal([]);
    for (const [index, difference] of known.entries())
      expect(changed(known, findings.toSpliced(index, 1), AGAIN)).to.deep.equal([{ ...difference, status: 'settled' }]);
  });
});
