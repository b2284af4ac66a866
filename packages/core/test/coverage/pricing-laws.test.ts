import { expect } from 'chai';
import fc from 'fast-check';
import { findPriceInversions, price, sum, type Tariff } from '@vehicle-insurance/core';
import { amountOf } from '../../src/domain/coverage/premium.ts';
import type { Component } from '../../src/domain/coverage/tariff.ts';
import { aCoverage, aTariff, component, fixed, someFacts } from './a-tariff.ts';
import { facts, tariffsOf } from './any-tariff.ts';

const runs = { numRuns: 400 };

describe('For any tariff and any vehicle', () => {
  // Proves: formats-of-amounts-and-dates
  it('the lines add up to the premium, all in whole francs that are exact', () => {
    fc.assert(
      fc.property(tariffsOf(30), facts, (tariff, given) => {
        const { amount, lines } = price(aCoverage(), tariff, given).unwrap();
        expect(sum(lines.map((line) => line.amount))).to.equal(amount);
        for (const line of lines) expect(Number.isSafeInteger(line.amount) && line.amount >= 0).to.equal(true);
      }),
      runs,
    );
  });

  // Proves: money-exact
  it('every line can be found again from its basis', () => {
    fc.assert(
      fc.property(tariffsOf(30), facts, (tariff, given) => {
        for (const { amount, basis } of price(aCoverage(), tariff, given).unwrap().lines)
          if (basis) expect(amountOf(basis)).to.equal(amount);
      }),
      runs,
    );
  });

  it('stays exact at the bounds of a catalogue, all reached at once', () => {
    const dearest = {
      kind: 'rate',
      of: 'market_value',
      rows: [{ bands: [{ upTo: null, basisPoints: 10_000 }] }],
    } as const;
    const all = { kind: 'rate', basisPoints: 10_000, appliesTo: ['net', 'fees'], rounding: 'up' } as const;
    const tariff = aTariff({
      components: Array.from({ length: 30 }, (_, index) => component(`c${index}`, dearest)),
      coefficients: {
        duration: { basisPoints: { 3: 50_000, 6: 50_000, 12: 50_000 } },
        usage: { basisPoints: { pleasure: 50_000, renting: 50_000 } },
      },
      taxes: Array.from({ length: 10 }, (_, index) => ({ kind: 'tax', code: `t${index}`, label: 'Taxe', charge: all })),
    });
    const { amount } = price(aCoverage(), tariff, someFacts({ vehicle: { marketValue: 10 ** 12 } })).unwrap();
    expect(amount).to.equal(11 * (30 * 25 * 10 ** 12 + 7_000));
    expect(Number.isSafeInteger(amount)).to.equal(true);
  });
});

describe('Where a premium falls', () => {
  const banded = (
    kind: 'power' | 'market_value' | 'original_value',
    ...figures: readonly [number, number]
  ): Component =>
    kind === 'power'
      ? component('rc', {
          kind: 'lookup',
          by: kind,
          rows: [{ bands: figures.map((amount, index) => ({ upTo: index === 0 ? 6 : null, amount })) }],
        })
      : component('theft', {
          kind: 'rate',
          of: kind,
          rows: [
            { bands: figures.map((basisPoints, index) => ({ upTo: index === 0 ? 1_000_000 : null, basisPoints })) },
          ],
        });
  const bare = (over: Partial<Tariff>) => ({
    coverage: aCoverage(),
    tariff: aTariff({ fees: [], taxes: [], ...over }),
  });

  it('nothing is reported of a tariff in which more costs more', () => {
    expect(
      findPriceInversions(bare({ components: [banded('power', 10, 20), banded('market_value', 110, 210)] })),
    ).to.deep.equal([]);
  });

  it('each end of a band is reported once, by its greatest fall', () => {
    const { coefficients } = aTariff();
    const falling = bare({
      components: [banded('power', 90_000, 80_000), banded('market_value', 210, 110), banded('original_value', 40, 30)],
      coefficients: { ...coefficients, duration: { basisPoints: { 3: 2_800, 6: 10_000, 12: 10_000 } } },
    });
    expect(findPriceInversions(falling)).to.deep.equal([
      '"Tiers": when the market value grows from 1 000 000 to 1 000 001, the premium falls from 144 300 F to 131 300 F ' +
        '(essence, renting, 6 months). Raise what begins at 1 000 001, or lower what comes before it.',
      '"Tiers": when the original value grows from 1 000 000 to 1 000 001, the premium falls from 122 200 F to 120 900 F ' +
        '(essence, renting, 6 months). Raise what begins at 1 000 001, or lower what comes before it.',
      '"Tiers": when the power grows from 6 to 7, the premium falls from 117 000 F to 104 000 F ' +
        '(essence, renting, 6 months). Raise what begins at 7, or lower what comes before it.',
    ]);
  });

  it('a longer duration that costs less is reported', () => {
    const { coefficients } = aTariff();
    const falling = bare({
      components: [fixed('rc', 100_000)],
      coefficients: { ...coefficients, duration: { basisPoints: { 3: 6_000, 6: 5_300, 12: 10_000 } } },
    });
    expect(findPriceInversions(falling)).to.deep.equal([
      '"Tiers": when the duration in months grows from 3 to 6, the premium falls from 78 000 F to 68 900 F ' +
        '(essence, renting). Raise what begins at 6, or lower what comes before it.',
    ]);
  });

  const open = { upTo: null };
  /** Components that are dear only for vehicles beyond what the first bands name. */
  const dearBeyond: Readonly<Record<string, readonly Component[]>> = {
    'power beyond the last of several bands': [
      component('rc', {
        kind: 'lookup',
        by: 'power',
        rows: [{ bands: [...[3, 5, 6].map((upTo) => ({ upTo, amount: 0 })), { ...open, amount: 200_000 }] }],
      }),
      component('dr', {
        kind: 'lookup',
        by: 'power',
        rows: [
          {
            bands: [
              { upTo: 2, amount: 0 },
              { ...open, amount: 0 },
            ],
          },
        ],
      }),
    ],
    'seats beyond the last band': [
      component('riders', {
        kind: 'lookup',
        by: 'seats',
        rows: [
          {
            bands: [
              { upTo: 5, amount: 0 },
              { ...open, amount: 200_000 },
            ],
          },
        ],
      }),
    ],
    'the greatest value when new': [
      component('damage', { kind: 'rate', of: 'original_value', rows: [{ bands: [{ ...open, basisPoints: 1 }] }] }),
    ],
  };
  for (const [which, dear] of Object.entries(dearBeyond))
    it(`a fall that the minimum premium hides except from vehicles of ${which} is reported`, () => {
      const minimumPremium = { label: 'Complément', amounts: { 3: 100_000, 6: 100_000, 12: 100_000 } };
      const falling = bare({ components: [...dear, banded('market_value', 210, 110)], minimumPremium });
      expect(findPriceInversions(falling))
        .to.have.length(1)
        .and.to.have.nested.property('[0]')
        .that.matches(/when the market value grows from 1 000 000 to 1 000 001, the premium falls/);
    });

  it('a fall that the minimum premium hides except from the greatest value is reported, where all goes by the value', () => {
    const { coefficients } = aTariff();
    const falls = findPriceInversions(
      bare({
        components: [
          component('damage', { kind: 'rate', of: 'original_value', rows: [{ bands: [{ ...open, basisPoints: 1 }] }] }),
        ],
        coefficients: { ...coefficients, duration: { basisPoints: { 3: 6_000, 6: 5_300, 12: 10_000 } } },
        minimumPremium: { label: 'Complément', amounts: { 3: 100_000, 6: 100_000, 12: 100_000 } },
      }),
    );
    expect(falls).to.have.length(1);
    expect(falls[0]).to.match(/when the duration in months grows from 3 to 6/);
  });

  it('ends of bands are reported in rising order, whichever component names them', () => {
    const byPower = (code: string, upTo: number) =>
      component(code, {
        kind: 'lookup',
        by: 'power',
        rows: [
          {
            bands: [
              { upTo, amount: 20_000 },
              { ...open, amount: 10_000 },
            ],
          },
        ],
      });
    const falls = findPriceInversions(bare({ components: [byPower('rc', 10), byPower('dr', 2), byPower('pr', 7)] }));
    expect(falls.map((fall) => /grows from (\d+)/.exec(fall)?.[1])).to.deep.equal(['2', '7', '10']);
  });

  it('what has no price beyond a band does not fall there', () => {
    const narrow = (figures: readonly [number, number]) =>
      component('rc', {
        kind: 'lookup',
        by: 'power',
        rows: [
          { energies: ['essence'], bands: figures.map((upTo, n) => ({ upTo, amount: 10_000 * (n + 1) })) },
          { energies: ['diesel'], bands: [{ ...open, amount: 10_000 }] },
        ],
      });
    expect(findPriceInversions(bare({ components: [narrow([6, 9])] }))).to.deep.equal([]);
  });

  it('an empty report means that no premium falls, for any vehicle and terms', () => {
    const names = { power: 'power', marketValue: 'market value', originalValue: 'original value' } as const;
    const growing = fc.constantFrom('power', 'marketValue', 'originalValue');
    fc.assert(
      fc.property(tariffsOf(3), facts, growing, fc.integer({ min: 1, max: 60 }), (tariff, given, quantity, more) => {
        const grown = { ...given, vehicle: { ...given.vehicle, [quantity]: given.vehicle[quantity] + more } };
        const premium = (of: typeof given): number => price(aCoverage(), tariff, of).unwrap().amount;
        if (premium(grown) >= premium(given)) return;
        // Only where one falls: to look for all falls of a tariff costs a thousand prices.
        expect(findPriceInversions({ coverage: aCoverage(), tariff }).join('\n')).to.contain(
          `the ${names[quantity]} grows`,
        );
      }),
      { ...runs, numRuns: 1_500 },
    );
  });
});
