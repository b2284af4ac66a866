import { expect } from 'chai';
import { findUnpricedCases } from '@vehicle-insurance/core';
import { aCoverage } from '@vehicle-insurance/testkit';
import { aTariff, component } from './a-tariff.ts';

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
    expect(findUnpricedCases({ coverage: aCoverage(), tariff: aTariff({ components: [rc] }) })).to.deep.equal([
      '"Tiers" has no price for diesel, renting (component "rc").',
      '"Tiers" has no price for electric, pleasure or renting (component "rc").',
      '"Tiers" has no price for a power above 12, diesel, pleasure (component "rc").',
    ]);
  });
});
