import { readCatalogue, sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { findMissingTerms, findPriceInversions, findUnpricedCases } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { remarksOn } from '../src/pages/remarks.ts';

describe('the remarks of a page on a tariff', () => {
  const file = sandboxCatalogueFile as CatalogueFile;
  const { auto } = file.tariffs;
  if (!auto) throw new Error('the sandbox insures no cars');
  const rows = [
    {
      bands: [
        { upTo: 6, amount: 900_000 },
        { upTo: null, amount: 1 },
      ],
    },
  ];
  const components = auto.components.map((each) =>
    each.code === 'rc' ? { ...each, price: { kind: 'lookup', by: 'power', rows } } : each,
  );
  const whole = readCatalogue({ ...file, tariffs: { ...file.tariffs, auto: { ...auto, components } } }).unwrap();
  const falling = { ...whole, coverages: whole.coverages.slice(0, 1) };

  it('are all remarks of the command if the time is enough', async () => {
    const { list, isWhole } = await remarksOn(falling, Infinity);
    const inversions = falling.coverages.flatMap(findPriceInversions);
    expect(inversions).to.have.length.above(0);
    expect(list).to.deep.equal([
      ...inversions,
      ...falling.coverages.flatMap(findUnpricedCases),
      ...findMissingTerms(falling),
    ]);
    expect(isWhole).to.equal(true);
  });

  it('are marked as incomplete if the time is over', async () => {
    expect((await remarksOn(falling, performance.now())).isWhole).to.equal(false);
  });
});
