import { later, type Instant, type StatementLine } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { showStatementDay } from '../../src/use-cases/statement/show-statement-day.ts';
import { account, line } from './account.ts';

const MIDNIGHT = at('2026-01-15T00:00:00.000Z');

const lines = (name: string, count: number, from: Instant, apart: 0 | 1): readonly StatementLine[] =>
  Array.from({ length: count }, (_, index) => line(`${name}-${index}`, later(from, { seconds: index * apart })));

describe('a day of the statements', () => {
  it('shows only the lines of the day, each with its finding, the oldest first', async () => {
    const it = await account();
    const id = await it.paid();
    const [ours] = it.statement.lines();
    if (!ours) throw new Error('the statement has no line');
    const others = [
      line('first', MIDNIGHT),
      line('last', at('2026-01-15T23:59:59.999Z'), { provider: 'another', amount: -70, fee: 0 }),
      line('foreign', at('2026-01-15T23:59:59.998Z'), { provider: 'another', amount: -70, fee: 0, currency: 'XAF' }),
    ];
    const twice = line('again', at('2026-01-15T10:00:00.000Z'), { reference: id, amount: 121_428 });
    // A provider can give a refund the id of the payment that it refunds.
    const back = line(ours.transactionId, at('2026-01-15T11:00:00.000Z'), {
      kind: 'refund',
      reference: id,
      amount: -5,
    });
    const outside = [line('before', at('2026-01-14T23:59:59.999Z')), line('after', at('2026-01-16T00:00:00.000Z'))];
    await it.statements.keep([ours, twice, back, ...others, ...outside]);
    it.clock.moveTo(at('2026-01-17T00:00:00.000Z'));
    const shown = await showStatementDay(it.dependencies)(day('2026-01-15'), 100);
    expect(shown).to.deep.equal({
      lines: [
        { ...others[0], matchResult: 'another' },
        { ...ours, matchResult: 'matched' },
        { ...twice, matchResult: 'twice' },
        { ...back, matchResult: 'missing_here' },
        { ...others[2], matchResult: 'another' },
        { ...others[1], matchResult: 'another' },
      ],
      totals: [
        { provider: 'fake', matchResult: 'another', currency: 'XOF', lines: 1, amount: 100, fees: 1 },
        { provider: 'fake', matchResult: 'matched', currency: 'XOF', lines: 1, amount: 121_428, fees: 1_214 },
        { provider: 'fake', matchResult: 'twice', currency: 'XOF', lines: 1, amount: 121_428, fees: 1 },
        { provider: 'fake', matchResult: 'missing_here', currency: 'XOF', lines: 1, amount: -5, fees: 1 },
        { provider: 'another', matchResult: 'another', currency: 'XAF', lines: 1, amount: -70, fees: 0 },
        { provider: 'another', matchResult: 'another', currency: 'XOF', lines: 1, amount: -70, fees: 0 },
      ],
    });
  });

  for (const [what, kept] of Object.entries({
    'one fewer than a page': lines('S', 999, MIDNIGHT, 1),
    'exactly a page': lines('S', 1_000, MIDNIGHT, 1),
    'with different times': lines('S', 2_600, MIDNIGHT, 1),
    'all at the first instant': lines('S', 1_700, MIDNIGHT, 0),
    'all at one instant': lines('S', 1_700, at('2026-01-15T13:07:11.123Z'), 0),
    'at two consecutive instants': [
      ...lines('S', 1_200, at('2026-01-15T13:07:11.123Z'), 0),
      ...lines('T', 1_200, at('2026-01-15T13:07:11.124Z'), 0),
    ],
  }))
    it(`has every line once (${what}), and reads a thousand at once unless more have the same time`, async () => {
      const it = await account();
      await it.statements.keep(kept);
      const read: (readonly StatementLine[])[] = [];
      const lines = async (...asked: Parameters<typeof it.statements.lines>) => {
        const some = await it.statements.lines(...asked);
        read.push(some);
        return some;
      };
      const dependencies = { ...it.dependencies, statements: { ...it.statements, lines } };
      const shown = await showStatementDay(dependencies)(day('2026-01-15'), 10_000);
      for (const some of read) if (some.length > 1_000) expect(new Set(some.map((each) => each.at)).size).to.equal(1);
      expect(shown.lines).to.deep.equal(kept.map((each) => ({ ...each, matchResult: 'another' })));
      const count = kept.length;
      expect(shown.totals).to.deep.equal([
        { provider: 'fake', matchResult: 'another', currency: 'XOF', lines: count, amount: 100 * count, fees: count },
      ]);
      const listed = shown.lines.slice(0, 20);
      expect(await showStatementDay(dependencies)(day('2026-01-15'), 20)).to.deep.equal({ ...shown, lines: listed });
    });
});
