import { lawsOf } from './laid-out.ts';

describe('many words laid out once', function () {
  this.timeout(120_000);

  for (const weight of ['regular', 'semibold'] as const)
    it(`stand and are copied in ${weight} as in lines laid out whole, with every letter of the font`, () => {
      const laws = lawsOf(weight);
      laws.standAsInWholeLines(300);
      laws.areCopiedAsFromTheFirst(30);
      laws.standBesideSpaces('all');
    });
});
