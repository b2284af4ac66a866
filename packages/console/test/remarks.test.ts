import { readCatalogue, sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { findMissingTerms, findPriceInversions, findUnpricedCases } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { inSlices } from '../src/pages/in-slices.ts';
import { remarksOn } from '../src/pages/remarks.ts';

describe('what a page says of a tariff', () => {
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

  it('is all that the command says, where there is time', async () => {
    const { told, isWhole } = await remarksOn(falling, Infinity);
    const inversions = falling.coverages.flatMap(findPriceInversions);
    expect(inversions).to.have.length.above(0);
    expect(told).to.deep.equal([
      ...inversions,
      ...falling.coverages.flatMap(findUnpricedCases),
      ...findMissingTerms(falling),
    ]);
    expect(isWhole).to.equal(true);
  });

  it('does not claim to be all where time is over', async () => {
    expect((await remarksOn(falling, performance.now())).isWhole).to.equal(false);
  });

  it('ends in time, though there is no end of it, and lets others work meanwhile', async () => {
    let [taken, others] = [0, 0];
    const work = setInterval(() => (others += 1), 1);
    const began = performance.now();
    const isWhole = await inSlices(endless(), began + 400, () => (taken += 1));
    clearInterval(work);
    expect(isWhole).to.equal(false);
    expect(performance.now() - began).to.be.within(400, 2_000);
    expect(taken).to.be.above(1_000);
    expect(others).to.be.above(3);
  });
});

function* endless(): Generator<number> {
  for (let n = 0; ; n += 1) yield n;
}
