import { amountInFrench, type DifferenceDetails } from '@vehicle-insurance/core';
import { aDifference, at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { differencesTable } from '../src/pages/statement.ts';
import { moment } from '../src/words/format.ts';
import { rowsOf } from './visitor.ts';

describe('a page of the console', () => {
  it('shows both amounts of a discrepancy, each in its own currency', async () => {
    const [francs, other] = [amountInFrench(5_000, 'XOF'), amountInFrench(5_000, 'XAF')];
    for (const [over, ours, theirs] of [
      [{ here: 5_000, there: 5_000, currency: 'XAF' }, francs, other],
      [{ here: 5_000, there: 5_000, hereCurrency: 'XAF' }, other, francs],
      [{ here: 5_000, there: null, currency: 'XAF', hereCurrency: 'XAF' }, other, '–'],
      [{ here: null, there: 5_000, currency: 'XOF' }, '–', francs],
    ] as const) {
      const found: DifferenceDetails = { ...aDifference(over), companyName: 'Courtage', total: 1 };
      for (const role of ['look', 'act'] as const) {
        const shown = `${await differencesTable({ name: 'Awa', role }, [found], new Map())}`;
        const [row] = rowsOf(shown);
        expect(row?.slice(1, 5), JSON.stringify(over)).to.deep.equal(['à justifier', row?.[2], ours, theirs]);
        expect(shown.includes('href="/act/statement-explain/'), role).to.equal(role === 'act');
      }
    }
  });

  it('shows the expected fee and that of the statement if only the fees differ', async () => {
    const over = { kind: 'other_fee', here: 147_397, there: 147_397, fee: 1_500 } as const;
    const found: DifferenceDetails = { ...aDifference(over), companyName: 'Courtage', total: 1 };
    const sides = async (fees: ReadonlyMap<string, number>) =>
      rowsOf(`${await differencesTable({ name: 'Awa', role: 'look' }, [found], fees)}`)[0]?.slice(3, 5);
    expect(await sides(new Map([[found.id, 1_474]]))).to.deep.equal([
      amountInFrench(1_474, 'XOF'),
      amountInFrench(1_500, 'XOF'),
    ]);
    expect(await sides(new Map())).to.deep.equal(['–', amountInFrench(1_500, 'XOF')]);
  });

  it('shows a moment in the business time zone', async () => {
    expect(`${await moment(at('2026-01-15T23:30:00.000Z'), 'Africa/Lagos')}`).to.include('16/01/2026 à 00:30');
  });
});
