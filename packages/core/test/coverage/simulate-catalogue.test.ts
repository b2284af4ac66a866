import { expect } from 'chai';
import fc from 'fast-check';
import {
  loadCatalogue,
  partBeforeAndAfter,
  premiumBeforeAndAfter,
  quotesOf,
  simulateCatalogue,
  type CatalogueDefinition,
  type PricingFacts,
  type Quote,
  type Tariff,
} from '@vehicle-insurance/core';
import { aCoverage, aVehicle, freshId, inUnit, memoryStore, storedCompany } from '@vehicle-insurance/testkit';
import { PRICE_CHANGES } from '../../src/domain/coverage/compare-premiums.ts';
import { price } from '../../src/domain/coverage/price.ts';
import { START } from '../scenario.ts';
import { aTariff, component, someFacts } from './a-tariff.ts';
import { facts, tariffsOf } from './any-tariff.ts';

const runs = { numRuns: 60 };

const COVERAGE = aCoverage();

const aCatalogue = (tariff: Tariff): CatalogueDefinition => ({
  name: 'Catalogue',
  coverages: [{ coverage: COVERAGE, tariff }],
});

const storeCatalogue = async (definition: CatalogueDefinition) => {
  const store = memoryStore();
  const { unitOfWork, catalogue } = store;
  const company = await storedCompany(unitOfWork);
  const load = (loaded: CatalogueDefinition) => loadCatalogue(store)(loaded, 'operator');
  await load(definition);
  return {
    ...store,
    load,
    quote: async (given: PricingFacts, over: Partial<Quote> = {}): Promise<Quote> => {
      const { version, coverages } = await catalogue.current();
      const [priced] = coverages;
      if (!priced) throw new Error('the catalogue has no coverage');
      const companyId = over.companyId ?? company.id;
      const vehicle = aVehicle({ ...given.vehicle, companyId });
      const { duration, usage, startDate } = given;
      const quote: Quote = {
        ...{ id: freshId(), companyId, vehicleId: vehicle.id, duration, usage, startDate, created: START },
        ...{ coverage: priced.coverage, catalogueVersion: version },
        premium: price(priced.coverage, priced.tariff, given).unwrap(),
        policyholder: { name: 'Awa Koné', phone: '+2250701020304' },
        ...over,
      };
      await inUnit(unitOfWork, async ({ vehicles, quotes }) => {
        (await vehicles.add(vehicle)).unwrap();
        (await quotes.add(quote)).unwrap();
      });
      return quote;
    },
    simulate: (simulated: CatalogueDefinition) => simulateCatalogue(store)({ definition: simulated, since: START }),
  };
};

describe('simulateCatalogue', () => {
  // Proves: tariff-what-if
  it('finds no change under the tariff that priced the quotes, for any tariff', () =>
    fc.assert(
      fc.asyncProperty(tariffsOf(6), fc.array(facts, { minLength: 1, maxLength: 8 }), async (tariff, all) => {
        const it = await storeCatalogue(aCatalogue(tariff));
        for (const given of all) await it.quote(given);
        const { all: totals, lines, versions } = (await it.simulate(aCatalogue(tariff))).unwrap();
        for (const change of PRICE_CHANGES)
          expect(totals.changes[change].quotes, change).to.equal(change === 'same' ? all.length : 0);
        expect(totals.after).to.deep.equal(totals.before);
        for (const { before, after, code } of lines) expect(after, code).to.equal(before);
        expect(versions).to.deep.equal([{ version: 1, quotes: all.length, isKept: true }]);
      }),
      runs,
    ));

  // Proves: tariff-what-if
  it('changes only the line that is raised by 10 %, and each quote by the rounded difference of that line', () => {
    const tens = fc.integer({ min: 0, max: 10_000_000 });
    const rounding = fc.constantFrom('half_up', 'up', 'down');
    const given = fc.array(facts, { minLength: 1, maxLength: 8 });
    return fc.assert(
      fc.asyncProperty(tariffsOf(4), tens, rounding, given, async (other, ten, rounding, all) => {
        const raisedTo = (amount: number): Tariff => ({
          ...other,
          minimumPremium: null,
          components: [...other.components, component('raised', { kind: 'fixed', amount }, { rounding })],
          // A tax on the whole net premium would change with the component.
          taxes: other.taxes.filter(({ charge }) => charge.kind === 'fixed'),
        });
        const it = await storeCatalogue(aCatalogue(raisedTo(10 * ten)));
        let kept = 0;
        for (const each of all) kept += (await it.quote(each)).premium.amount;
        const { all: totals, lines } = (await it.simulate(aCatalogue(raisedTo(11 * ten)))).unwrap();

        const { duration, usage } = other.coefficients;
        const line = (amount: number): number =>
          all
            .map((each) => BigInt(duration.basisPoints[each.duration]) * BigInt(usage.basisPoints[each.usage]))
            .map((factor) => ROUNDED[rounding](BigInt(amount) * factor))
            .reduce((total, each) => total + Number(each), 0);
        const [before, after] = [line(10 * ten), line(11 * ten)];
        for (const each of lines)
          expect(each.after - each.before, each.code).to.equal(each.code === 'raised' ? after - before : 0);
        expect(lines.find(({ code }) => code === 'raised')).to.include({ before, after });
        expect(totals.after).to.deep.equal({ ...totals.before, net: totals.before.net + after - before });
        expect(premiumBeforeAndAfter(totals)).to.deep.equal({ before: kept, after: kept + after - before });
        expect(partBeforeAndAfter(totals, 'net')).to.deep.equal({ before: totals.before.net, after: totals.after.net });
        const [cheaper, same = 0, dearer = 0, unpriced] = quotesOf(totals);
        expect([cheaper, same + dearer, unpriced]).to.deep.equal([0, all.length, 0]);
        expect(dearer > 0).to.equal(after > before);
      }),
      runs,
    );
  });

  it('lists coverages by their French names, usages by name, shorter durations and older versions first', async () => {
    const [tiers, theft, all] = ['Tiers', 'Vol', 'Étendue'].map((name, index) => ({
      coverage: aCoverage({ id: `01981c2e-6400-7a10-8c01-00000000000${index}`, name }),
      tariff: aTariff(),
    }));
    if (!tiers || !theft || !all) throw new Error('no coverages');
    const offer = (...coverages: CatalogueDefinition['coverages']) => ({ name: 'Catalogue', coverages });
    const held = await storeCatalogue(offer(tiers, theft, all));
    await held.load(offer(theft, all, tiers));
    await held.quote(someFacts({ duration: 12, usage: 'renting' }));
    await held.quote(someFacts({ duration: 6 }), { coverage: tiers.coverage, catalogueVersion: 1 });
    await held.quote(someFacts({ duration: 3 }), { coverage: all.coverage, catalogueVersion: 2 });
    await held.quote(someFacts({ duration: 3 }), { coverage: all.coverage, catalogueVersion: 1 });
    let asked = 0;
    const version = (number: number) => ((asked += 1), held.catalogue.version(number));
    const catalogue = { ...held.catalogue, version };
    const whys: (string | null)[] = [];
    const simulated = await simulateCatalogue({ ...held, catalogue })({
      definition: offer(tiers, theft),
      since: START,
      each: async (some) => void whys.push(...some.map(({ why }) => why)),
    });
    const { coverages, durations, usages, versions } = simulated.unwrap();
    const counts = coverages.map(({ coverage, quotes }) => `${coverage.name} ${quotes}`);
    expect(counts).to.deep.equal(['Étendue 2', 'Tiers 1', 'Vol 1']);
    expect(durations.map(({ duration }) => duration)).to.deep.equal([3, 6, 12]);
    expect(usages.map(({ usage, quotes }) => [usage, quotes])).to.deep.equal([['pleasure', 3], ['renting', 1]]);
    expect(versions.map(({ version }) => version)).to.deep.equal([1, 2]);
    expect(whys).to.have.members([null, null, 'not_offered', 'not_offered']);
    expect(asked).to.equal(2);
  });

  it('checks each quote against the version that priced it, and reports versions that no longer exist', async () => {
    const held = await storeCatalogue(aCatalogue(aTariff()));
    await held.quote(someFacts());
    await held.load(aCatalogue(aTariff({ fees: [] })));
    await held.quote(someFacts());
    const { id: _, ...imported } = await held.quote(someFacts());
    await held.quote(someFacts(), { catalogueVersion: 9, premium: { ...imported.premium, amount: 1, lines: [] } });
    const { versions, all } = (await held.simulate(aCatalogue(aTariff({ fees: [] })))).unwrap();
    expect(versions).to.deep.equal([
      { version: 1, quotes: 1, isKept: true },
      { version: 2, quotes: 2, isKept: true },
      { version: 9, quotes: 1, isKept: false },
    ]);
    expect(all.changes.same.quotes).to.equal(2);
    expect(all.changes.cheaper_5_to_20.quotes).to.equal(1);
  });

  it('compares nothing if a stored premium cannot be reproduced, and names some of these quotes', async () => {
    const held = await storeCatalogue(aCatalogue(aTariff()));
    await held.quote(someFacts());
    const { premium } = await held.quote(someFacts());
    const other = { ...premium, lines: premium.lines.map((line) => ({ ...line, code: `${line.code}2` })) };
    const wrong: Quote[] = [];
    for (let n = 0; n < 7; n += 1) wrong.push(await held.quote(someFacts(), { premium: other }));
    expect((await held.simulate(aCatalogue(aTariff()))).unwrapErr()).to.deep.equal({
      code: 'premiums_not_reproduced',
      quotes: 7,
      ids: wrong.slice(0, 5).map(({ id }) => id),
    });
  });

  it('passes on every quote once, in batches, with the progress', async () => {
    const { unitOfWork, catalogue, quoteQueries } = await storeCatalogue(aCatalogue(aTariff()));
    const premium = price(COVERAGE, aTariff(), someFacts()).unwrap();
    const asked: (readonly [number, number])[] = [];
    const stored = { coverage: COVERAGE, catalogueVersion: 1, premium, created: START, facts: someFacts() };
    // The query returns invented quotes, which are not stored.
    const many = {
      ...quoteQueries,
      count: async () => 900,
      priced: async (companyId: string, { numbers }: Parameters<typeof quoteQueries.priced>[1]) => {
        asked.push(numbers);
        const [first, last] = numbers;
        return Array.from({ length: last - first + 1 }, (_, n) => ({ ...stored, companyId, id: `${first + n}` }));
      },
    };
    const ids = new Set<string>();
    const progress: number[] = [];
    const simulated = await simulateCatalogue({ unitOfWork, catalogue, quoteQueries: many })({
      definition: aCatalogue(aTariff()),
      since: START,
      each: async (some, { done, all }) => {
        expect(all).to.equal(900);
        progress.push(done);
        for (const { quote } of some) ids.add(quote.id);
      },
    });
    expect(simulated.unwrap().all.quotes).to.equal(900);
    expect(ids.size).to.equal(900);
    const ends = [200, 400, 600, 800, 900];
    expect(progress).to.deep.equal(ends);
    expect(asked).to.deep.equal(ends.map((end, n) => [200 * n + 1, end]));
  });
});

/** The amounts are rounded to hundred millionths of a franc: the unit after two coefficients in basis points. */
const ROUNDED = {
  down: (parts: bigint) => parts / 100_000_000n,
  up: (parts: bigint) => (parts + 99_999_999n) / 100_000_000n,
  half_up: (parts: bigint) => (parts + 50_000_000n) / 100_000_000n,
};
