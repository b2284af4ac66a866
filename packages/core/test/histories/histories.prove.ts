import { expect } from 'chai';
import { rareEnds } from './ends.ts';
import { keepsEveryLaw, NEW_SEED } from './keeps-every-law.ts';

const PARTS = 10;
const HISTORIES = Number(process.env['HISTORIES'] ?? 40_000) / PARTS;

describe(`the money path through tens of thousands of new random histories (HISTORIES_SEED=${NEW_SEED})`, function () {
  this.timeout(0);
  for (let part = 0; part < PARTS; part += 1)
    it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
      const ends = await keepsEveryLaw(HISTORIES, NEW_SEED + part * HISTORIES);
      expect(rareEnds(ends, HISTORIES)).to.deep.equal([]);
    });
});
