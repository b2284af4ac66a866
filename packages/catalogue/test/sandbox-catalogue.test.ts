import { expect } from 'chai';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import {
  findMissingTerms,
  findPriceInversions,
  findUnpricedCases,
  price,
  type PricedCoverage,
  type PricingFacts,
} from '@vehicle-insurance/core';
import { someFacts } from './some-facts.ts';

const catalogue = sandboxCatalogue();
const { coverages } = catalogue;
const priceOf = ({ coverage, tariff }: PricedCoverage, facts: PricingFacts) => price(coverage, tariff, facts);

const factsFor = ({ coverage }: PricedCoverage): PricingFacts => someFacts({}, coverage.vehicleType);

describe('the catalogue of the sandbox', () => {
  it('names every guarantee of a coverage', () => {
    for (const { coverage, tariff } of coverages)
      expect(coverage.properties.map(({ label }) => label)).to.deep.equal(tariff.components.map(({ label }) => label));
  });

  it('contains everything that article 8 requires, in French and in English', () => {
    expect(findMissingTerms(catalogue)).to.deep.equal([]);
  });

  // Proves: sandbox-catalogue-prices
  it('prices every energy, usage and duration, except a comprehensive cover of an electric car', () => {
    expect(coverages.flatMap((priced) => findUnpricedCases(priced))).to.deep.equal([
      '"Tous risques" has no price for electric, pleasure or renting (component "damage").',
    ]);
  });

  it('has no price inversion', () => {
    expect(coverages.flatMap((priced) => findPriceInversions(priced))).to.deep.equal([]);
  });

  it('has higher prices for rental than for private use', () => {
    for (const priced of coverages) {
      const own = priceOf(priced, factsFor(priced)).unwrap().amount;
      expect(priceOf(priced, { ...factsFor(priced), usage: 'renting' }).unwrap().amount).to.be.above(own);
    }
  });
});
