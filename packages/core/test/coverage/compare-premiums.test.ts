import { expect } from 'chai';
import { price } from '@vehicle-insurance/core';
import { aCoverage } from '@vehicle-insurance/testkit';
import {
  isSamePremium,
  priceChange,
  PRICE_CHANGES,
  PRICE_DIRECTIONS,
  type NoPrice,
} from '../../src/domain/coverage/compare-premiums.ts';
import { comparePremium, lineAdder, premiumAdder } from '../../src/domain/coverage/premium-totals.ts';
import type { Premium } from '../../src/domain/coverage/premium.ts';
import { aTariff, someFacts } from './a-tariff.ts';

const premium = price(aCoverage(), aTariff(), someFacts()).unwrap();

describe('a premium compared with another catalogue', () => {
  const CHANGES: readonly (readonly [
    before: number,
    after: number | NoPrice,
    change: (typeof PRICE_CHANGES)[number],
  ])[] = [
    [1_000, 1_000, 'same'],
    [1_000, 999, 'cheaper_up_to_5'],
    [1_000, 950, 'cheaper_up_to_5'],
    [1_000, 949, 'cheaper_5_to_20'],
    [1_000, 800, 'cheaper_5_to_20'],
    [1_000, 799, 'cheaper_over_20'],
    [1_000, 1_001, 'dearer_up_to_5'],
    [1_000, 1_050, 'dearer_up_to_5'],
    [1_000, 1_051, 'dearer_5_to_20'],
    [1_000, 1_200, 'dearer_5_to_20'],
    [1_000, 1_201, 'dearer_over_20'],
    // Limits that are not whole francs: 50.5 and 200.6.
    [1_010, 1_060, 'dearer_up_to_5'],
    [1_010, 1_061, 'dearer_5_to_20'],
    [1_003, 803, 'cheaper_5_to_20'],
    [1_003, 802, 'cheaper_over_20'],
    [0, 1, 'dearer_over_20'],
    [1_000, 'not_priced', 'no_longer_priced'],
    [1_000, 'not_offered', 'no_longer_priced'],
    [1_000, 'vehicle_too_old', 'newly_impossible'],
    [1_000, 'other_vehicle_type', 'newly_impossible'],
  ];
  for (const [before, after, change] of CHANGES)
    it(`is in the class ${change} if it changes from ${before} F to ${after}`, () => expect(priceChange(before, after)).to.equal(change));

  it('is in exactly one class: cheaper, the same, dearer or unpriced', () => {
    const directionOf = (before: number, after: number | NoPrice) => {
      if (typeof after !== 'number') return 'unpriced';
      if (after === before) return 'same';
      return after < before ? 'cheaper' : 'dearer';
    };
    for (const [before, after, change] of CHANGES)
      expect(PRICE_DIRECTIONS[directionOf(before, after)]).to.include(change);
    expect(Object.values(PRICE_DIRECTIONS).flat()).to.deep.equal([...PRICE_CHANGES]);
  });

  it('counts as unchanged only if every line is unchanged', () => {
    const [first, ...rest] = premium.lines;
    if (!first) throw new Error('the premium has no lines');
    expect(isSamePremium(premium, structuredClone(premium))).to.equal(true);
    for (const over of [{ code: 'other' }, { label: 'Autre' }, { kind: 'fee' as const }, { amount: first.amount + 1 }])
      expect(isSamePremium(premium, { ...premium, lines: [{ ...first, ...over }, ...rest] })).to.equal(false);
    expect(isSamePremium(premium, { ...premium, amount: premium.amount + 1 })).to.equal(false);
    expect(isSamePremium(premium, { ...premium, lines: [first, ...rest, first] })).to.equal(false);
    expect(isSamePremium({ ...premium, lines: [first, ...rest, first] }, premium)).to.equal(false);
  });
});

describe('the totals of many compared premiums', () => {
  const adjusted: Premium = {
    amount: premium.amount + 500,
    lines: [...premium.lines, { code: 'minimum', label: 'Minimum', kind: 'adjustment', amount: 500, basis: null }],
  };

  it('are grouped by change, and a premium without a new price counts only before the change', () => {
    const adder = premiumAdder();
    adder.add(comparePremium(premium, adjusted, 'dearer_up_to_5'));
    adder.add(comparePremium(premium, premium, 'same'));
    adder.add(comparePremium(adjusted, null, 'no_longer_priced'));
    const { quotes, changes, before, after } = adder.totals();
    expect(quotes).to.equal(3);
    expect(changes.dearer_up_to_5).to.deep.equal({ quotes: 1, before: premium.amount, after: adjusted.amount });
    expect(changes.no_longer_priced).to.deep.equal({ quotes: 1, before: adjusted.amount, after: 0 });
    expect(changes.cheaper_over_20).to.deep.equal({ quotes: 0, before: 0, after: 0 });
    expect(before).to.deep.equal({ net: 164_670, fees: 14_000, taxes: 25_908, levies: 4_676 });
    expect(after).to.deep.equal({ ...before, net: 165_170 });
  });

  it('are grouped by line, in the order of the parts', () => {
    const adder = lineAdder();
    adder.add(comparePremium(premium, adjusted, 'dearer_up_to_5'));
    adder.add(comparePremium(adjusted, null, 'no_longer_priced'));
    expect(adder.totals()).to.deep.equal([
      { part: 'net', code: 'rc', before: 66_885, after: 66_885 },
      { part: 'net', code: 'dr', before: 7_950, after: 7_950 },
      { part: 'net', code: 'passengers', before: 7_500, after: 7_500 },
      { part: 'net', code: 'minimum', before: 0, after: 500 },
      { part: 'fees', code: 'policy_fee', before: 7_000, after: 7_000 },
      { part: 'taxes', code: 'tax', before: 12_954, after: 12_954 },
      { part: 'levies', code: 'fga', before: 1_338, after: 1_338 },
      { part: 'levies', code: 'brown_card', before: 1_000, after: 1_000 },
    ]);
  });

  it('are refused if they could not be exact', () => {
    const immense = { amount: Number.MAX_SAFE_INTEGER, lines: [] };
    const nothing = { amount: 0, lines: [] };
    for (const [before, after] of [
      [immense, nothing],
      [nothing, immense],
    ] as const) {
      const adder = premiumAdder();
      adder.add(comparePremium(before, after, 'same'));
      expect(adder.totals().quotes).to.equal(1);
      adder.add(comparePremium(before, after, 'same'));
      expect(() => adder.totals()).to.throw(RangeError);
    }
  });
});
