import { expect } from 'chai';
import { findUnpricedCases } from '@vehicle-insurance/core';
import { aCoverage, aTariff, component } from './a-tariff.ts';

describe('Gaps of a tariff', () => {
  it('are the energies and usages without a row, and what lies beyond a last band that ends', () => {
    const rc = component('rc', {
      kind: 'lookup',
      by: 'power',
      rows: [
        { energies: ['essence', 'hybrid'], bands: [{ upTo: null, amount: 1 }] },
        { energies: ['diesel'], usages: ['pleasure'], bands: [{ upTo: 12, amount: 1 }] },
      ],
    });
    expect(findUnpricedCases({ coverage: aCoverage(), tariff: aTariff({ components: [rc] }) })).to.deep.equal([
      '"Tiers" has no price for diesel, renting (component "rc").',
      '"Tiers" has no price for electric, pleasure or renting (component "rc").',
      '"Tiers" has no price for a power above 12, diesel, pleasure (component "rc").',
    ]);
  });

  it('are described in the words of what is measured, with all energies and usages of the row', () => {
    const theft = component('theft', {
      kind: 'rate',
      of: 'market_value',
      rows: [
        { energies: ['essence', 'diesel'], bands: [{ upTo: 25_000_000, basisPoints: 110 }] },
        { energies: ['electric', 'hybrid'], bands: [{ upTo: null, basisPoints: 110 }] },
      ],
    });
    const riders = component('riders', { kind: 'per_seat', amount: 2_500 });
    const tariff = aTariff({ components: [riders, theft] });
    expect(findUnpricedCases({ coverage: aCoverage(), tariff })).to.deep.equal([
      '"Tiers" has no price for a market value above 25 000 000, essence or diesel, pleasure or renting (component "theft").',
    ]);
  });

  it('are none where every vehicle has a price', () => {
    expect(findUnpricedCases({ coverage: aCoverage(), tariff: aTariff() })).to.deep.equal([]);
  });
});
