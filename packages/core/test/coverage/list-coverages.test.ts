import { expect } from 'chai';
import fc from 'fast-check';
import { EMPTY_CATALOGUE, listCoverages, loadCatalogue, type CatalogueVersion } from '@vehicle-insurance/core';
import { memoryStore } from '@vehicle-insurance/testkit';
import { aCoverage, aTariff } from './a-tariff.ts';

const namesOf = async (version: CatalogueVersion) => {
  const listed = await listCoverages({
    catalogue: { current: () => Promise.resolve(version), version: () => Promise.resolve(version) },
  })();
  return listed.unwrap().map(({ name }) => name);
};

describe('The list of coverages', () => {
  // Proves: coverages-ordered
  it('goes by order, those without one last, then by name and id, however the catalogue is sorted', async () => {
    const entries: readonly [string, string, number | null][] = [
      ['a', 'Premier', -1],
      ['b', 'Tiers', 1],
      ['c', 'Tiers', 1],
      ['d', 'Tiers étendu', 1],
      ['e', 'Assistance', 2],
      ['f', 'Éclair', null],
      ['g', 'Zèbre', null],
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...entries], { minLength: entries.length }), async (shuffled) => {
        const priced = shuffled.map(([id, name, order]) => ({ id, name, order }));
        const coverages = priced.map((over) => ({ coverage: aCoverage(over), tariff: aTariff() }));
        const current = () => Promise.resolve({ name: 'test', version: 1, coverages });
        const listed = (await listCoverages({ catalogue: { current, version: current } })()).unwrap();
        expect(listed.map(({ id }) => id).join('')).to.equal('abcdefg');
      }),
      { numRuns: 100 },
    );
  });

  it('is empty before a catalogue is loaded', async () => {
    expect(await namesOf(EMPTY_CATALOGUE)).to.deep.equal([]);
  });

  it('is that of the catalogue loaded last, and quotes find the version they were priced by', async () => {
    const store = memoryStore();
    const load = (name: string) =>
      loadCatalogue(store)({ name, coverages: [{ coverage: aCoverage({ name }), tariff: aTariff() }] }, 'an operator');
    expect([(await load('Tiers')).version, (await load('Tous risques')).version]).to.deep.equal([1, 2]);
    expect(await namesOf(await store.catalogue.current())).to.deep.equal(['Tous risques']);
    expect((await store.catalogue.version(1))?.name).to.equal('Tiers');
  });
});
