import { expect } from 'chai';
import { findUnpricedCases } from '@vehicle-insurance/core';
import { aCoverage } from '@vehicle-insurance/testkit';
import { aTariff, component, fixed } from './a-tariff.ts';

describe('unpriced cases of a tariff', () => {
  it('are the energies and usages without a row, and the values above the last band', () => {
    const rc = component('rc', {
      kind: 'lookup',
      by: 'power',
      rows: [
        { energies: ['essence', 'hybrid'], bands: [{ upTo: null, amount: 1 }] },
        { energies: ['diesel'], usages: ['pleasure'], bands: [{ upTo: 12, amount: 1 }] },
      ],
    });
    const rows = [{ energies: ['essence', 'hybrid'], bands: [{ upTo: 9_000, basisPoints: 1 }] }, { energies: ['diesel', 'electric'], bands: [{ upTo: null, basisPoints: 1 }] }] as const;
    const theft = component('theft', { kind: 'rate', of: 'market_value', rows });
    const always = [fixed('dr', 1), component('riders', { kind: 'per_seat', amount: 1 })];
    const tariff = aTariff({ components: [rc, ...always, theft] });
    expect(findUnpricedCases({ coverage: aCoverage(), tariff })).to.deep.equal([
      '"Tiers" has no price for diesel, renting (component "rc").',
      '"Tiers" has no price for electric, pleasure or renting (component "rc").',
      '"Tiers" has no price for a power above 12, diesel, pleasure (component "rc").',
      '"Tiers" has no price for a market value above 9 000, essence or hybrid, pleasure or renting (component "theft").',
    ]);
  });
});
