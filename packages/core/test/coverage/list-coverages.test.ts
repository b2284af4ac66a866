import { expect } from 'chai';
import fc from 'fast-check';
import { listCoverages } from '@vehicle-insurance/core';
import { aCoverage } from '@vehicle-insurance/testkit';
import { aTariff } from './a-tariff.ts';

describe('the list of coverages', () => {
  // Proves: coverages-ordered
  it('is sorted by order, then name and id, with unordered coverages last, and not by the catalogue’s own order', async () => {
    const entries: readonly [string, string, number | null][] = [
      ['g', 'Premier', -1],
      ['b', 'Tiers', 1],
      ['c', 'Tiers', 1],
      ['a', 'Tiers étendu', 1],
      ['f', 'Assistance', 2],
      ['e', 'Éclair', null],
      ['d', 'Zèbre', null],
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...entries], { minLength: entries.length }), async (shuffled) => {
        const priced = shuffled.map(([id, name, order]) => ({ id, name, order }));
        const coverages = priced.map((over) => ({ coverage: aCoverage(over), tariff: aTariff() }));
        const current = () => Promise.resolve({ name: 'test', version: 1, coverages });
        const listed = (await listCoverages({ catalogue: { current, version: current } })()).unwrap();
        expect(listed.map(({ id }) => id).join('')).to.equal('gbcafed');
      }),
      { numRuns: 100 },
    );
  });
});
