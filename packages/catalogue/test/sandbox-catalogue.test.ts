import { expect } from 'chai';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import {
  DURATIONS,
  ENERGIES,
  findMissingTerms,
  findPriceInversions,
  findUnpricedCases,
  parseDate,
  price,
  sum,
  USAGES,
  type LocalDate,
  type PricedCoverage,
  type PricingFacts,
} from '@vehicle-insurance/core';

const day = (text: string) => parseDate(text) as LocalDate;

const catalogue = sandboxCatalogue();
const { coverages } = catalogue;
const named = (name: string): PricedCoverage => {
  const found = coverages.find(({ coverage }) => coverage.name === name);
  if (!found) throw new Error(`no coverage ${name}`);
  return found;
};
const priceOf = ({ coverage, tariff }: PricedCoverage, facts: PricingFacts) => price(coverage, tariff, facts);

const factsFor = ({ coverage }: PricedCoverage, over: Partial<PricingFacts['vehicle']> = {}): PricingFacts => ({
  vehicle: {
    type: coverage.vehicleType,
    firstRoadDate: day('2024-03-15'),
    originalValue: 12_000_000,
    marketValue: 8_000_000,
    energy: 'essence',
    power: 7,
    seats: 5,
    ...over,
  },
  duration: 12,
  usage: 'pleasure',
  startDate: day('2026-01-15'),
});

describe('The catalogue of the sandbox', () => {
  it('names every thing a coverage covers', () => {
    for (const { coverage, tariff } of coverages)
      expect(coverage.properties.map(({ label }) => label)).to.deep.equal(tariff.components.map(({ label }) => label));
  });

  it('says all that article 8 asks for, in French and in English', () => {
    expect(findMissingTerms(catalogue)).to.deep.equal([]);
  });

  // Proves: sandbox-catalogue-prices
  it('prices every energy, usage and duration, except a comprehensive cover of an electric car', () => {
    const unpriced = coverages.flatMap((priced) =>
      ENERGIES.flatMap((energy) =>
        USAGES.flatMap((usage) =>
          DURATIONS.filter((duration) =>
            priceOf(priced, { ...factsFor(priced, { energy }), usage, duration }).isErr(),
          ).map(() => `${priced.coverage.name}, ${energy}`),
        ),
      ),
    );
    expect([...new Set(unpriced)]).to.deep.equal(['Tous risques, electric']);
    expect(coverages.flatMap((priced) => findUnpricedCases(priced))).to.deep.equal([
      '"Tous risques" has no price for electric, pleasure or renting (component "damage").',
    ]);
  });

  it('has no premium that falls', () => {
    expect(coverages.flatMap((priced) => findPriceInversions(priced))).to.deep.equal([]);
  });

  it('shows each cause for which a coverage is not available', () => {
    const reason = (facts: PricingFacts) => priceOf(named('Tous risques'), facts).unwrapErr().reason;
    const given = (over: Partial<PricingFacts['vehicle']>) => factsFor(named('Tous risques'), over);
    expect(reason(given({ type: 'bike' }))).to.equal('other_vehicle_type');
    expect(reason(given({ firstRoadDate: day('2020-01-15') }))).to.equal('vehicle_too_old');
    expect(priceOf(named('Tous risques'), given({ firstRoadDate: day('2020-01-16') })).isOk()).to.equal(true);
    expect(reason(given({ energy: 'electric' }))).to.equal('not_priced');
  });

  it('asks more for rental than for private use', () => {
    for (const priced of coverages) {
      const own = priceOf(priced, factsFor(priced)).unwrap().amount;
      expect(priceOf(priced, { ...factsFor(priced), usage: 'renting' }).unwrap().amount).to.be.above(own);
    }
  });

  it('lifts the premium of a cheap car to the minimum of a comprehensive cover', () => {
    const { lines } = priceOf(
      named('Tous risques'),
      factsFor(named('Tous risques'), { originalValue: 0, marketValue: 0 }),
    ).unwrap();
    const net = lines.filter(({ kind }) => kind === 'component' || kind === 'adjustment');
    expect(net.map(({ kind }) => kind)).to.include('adjustment');
    expect(sum(net.map(({ amount }) => amount))).to.equal(200_000);
  });
});
