import { expect } from 'chai';
import { rareEnds } from './ends.ts';
import { addTo } from './happenings.ts';
import { keepsEveryLaw, NEW_SEED } from './keeps-every-law.ts';

const PARTS = 10;
const HISTORIES = Number(process.env['HISTORIES'] ?? 30_000) / PARTS;

describe(`the money path through tens of thousands of new random histories (HISTORIES_SEED=${NEW_SEED})`, function () {
  this.timeout(0);
  const ends = new Map<string, number>();
  for (let part = 0; part < PARTS; part += 1)
    it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
      addTo(ends, await keepsEveryLaw(HISTORIES, NEW_SEED + part * HISTORIES));
    });

  it('comes to every end', () => {
    expect(rareEnds(ends, PARTS * HISTORIES)).to.deep.equal([]);
  });
});
