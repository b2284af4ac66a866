import { lawsOf } from './laid-out.ts';

describe('many cached words', function () {
  this.timeout(120_000);

  for (const weight of ['regular', 'semibold'] as const)
    it(`are placed and copied in ${weight} as in uncached lines, with every letter of the font`, () => {
      const laws = lawsOf(weight);
      laws.standAsInWholeLines(300);
      laws.areCopiedAsFromTheFirst(30);
      laws.standBesideSpaces('all');
    });
});
