import { expect } from 'chai';
import fc from 'fast-check';
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
  VEHICLE_BOUNDS,
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
  it('has three coverages of growing scope for cars and two for motorbikes', () => {
    const scopes = (type: string) =>
      coverages
        .filter(({ coverage }) => coverage.vehicleType === type)
        .map(({ tariff }) => tariff.components.map(({ code }) => code));
    expect(scopes('auto')).to.have.length(3);
    expect(scopes('bike')).to.have.length(2);
    for (const type of ['auto', 'bike'])
      scopes(type).reduce((narrower, wider) => {
        expect(wider).to.include.members(narrower);
        expect(wider.length).to.be.above(narrower.length);
        return wider;
      });
  });

  it('names every thing a coverage covers', () => {
    for (const { coverage, tariff } of coverages)
      expect(coverage.properties.map(({ label }) => label)).to.deep.equal(tariff.components.map(({ label }) => label));
  });

  it('says all that article 8 asks for, and what is left out where it does not', () => {
    expect(findMissingTerms(catalogue)).to.deep.equal([]);
    const [insurer] = catalogue.insurers ?? [];
    const [conditions] = catalogue.conditions ?? [];
    if (!insurer || !conditions) throw new Error('the catalogue names no insurer or no conditions');
    const { licence: _licence, ...unlicensed } = insurer;
    const { effectHour: _hour, ...endless } = conditions;
    const clauses = conditions.clauses.filter(({ subject }) => subject !== 'prescription');
    const poorer = { ...catalogue, insurers: [unlicensed], conditions: [{ ...endless, clauses }] };
    expect(findMissingTerms(poorer)).to.have.length(5);
    expect(findMissingTerms(poorer)[0]).to.equal(
      'The contract of "Tiers" does not say: the insurer’s "licence", at which hour it begins ("effectHour"), ' +
        'a clause on "prescription".',
    );
    const bare = { name: 'bare', coverages: catalogue.coverages };
    expect(findMissingTerms(bare)[0]).to.equal(
      'The contract of "Tiers" does not say: who the insurer is ("insurer"), its terms ("conditions").',
    );
  });

  it('says in English all that its contracts print, and is told what it forgets', () => {
    const [, ...others] = catalogue.translations ?? [];
    const forgotten = { ...catalogue, translations: others.filter(({ text }) => text !== 'Valeur vénale') };
    expect(findMissingTerms(forgotten)).to.deep.equal([
      'The English contract of "Tiers" says in French: "Tiers".',
      'The English contract of "Tiers + vol et incendie" says in French: "Valeur vénale".',
      'The English contract of "Tous risques" says in French: "Valeur vénale".',
      'The English contract of "Deux-roues Tiers + vol et incendie" says in French: "Valeur vénale".',
    ]);
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

  it('says nowhere that a premium falls', () => {
    expect(coverages.flatMap((priced) => findPriceInversions(priced))).to.deep.equal([]);
  });

  it('never asks less where only a value, the power or the duration grows', () => {
    const near = (...edges: readonly number[]) =>
      fc.constantFrom(...edges).chain((edge) => fc.integer({ min: Math.max(1, edge - 3), max: edge + 3 }));
    const quantities = fc.record({
      originalValue: fc.oneof(fc.integer(VEHICLE_BOUNDS.value), near(1, 25_000_000)),
      marketValue: fc.oneof(fc.integer(VEHICLE_BOUNDS.value), near(1, 25_000_000)),
      power: near(1, 5, 10, 50, 99, 175, 350, 10_000),
    });
    const growing = fc.constantFrom('originalValue', 'marketValue', 'power', 'duration');
    const choices = fc.record({
      priced: fc.constantFrom(...coverages),
      energy: fc.constantFrom(...ENERGIES),
      usage: fc.constantFrom(...USAGES),
      durations: fc.tuple(fc.constantFrom(...DURATIONS), fc.constantFrom(...DURATIONS)),
    });
    fc.assert(
      fc.property(
        choices,
        quantities,
        quantities,
        growing,
        ({ priced, energy, usage, durations }, one, other, grows) => {
          const [shorter, longer] = durations.toSorted((a, b) => a - b) as [3, 3];
          const less = { ...factsFor(priced, { ...one, energy }), usage, duration: shorter };
          const more =
            grows === 'duration'
              ? { ...less, duration: longer }
              : { ...less, vehicle: { ...less.vehicle, [grows]: Math.max(one[grows], other[grows]) } };
          const [before, after] = [priceOf(priced, less), priceOf(priced, more)];
          expect(after.isOk()).to.equal(before.isOk());
          if (before.isOk() && after.isOk()) {
            expect(after.value.amount).to.be.at.least(before.value.amount);
            expect(after.value.lines.every(({ amount }) => Number.isSafeInteger(amount))).to.equal(true);
            expect(sum(after.value.lines.map(({ amount }) => amount))).to.equal(after.value.amount);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
