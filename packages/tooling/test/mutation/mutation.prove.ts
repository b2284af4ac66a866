import { expect } from 'chai';
import { failuresWith } from '../planted/try-source.ts';
import { EXPLAINED } from './explained.ts';
import { PARTS } from './parts.ts';
import { scoresOf, survivorsIn, toldApartIn, type Survivor } from './report.ts';
import { copyProject, type Copy } from './run-stryker.ts';

const HOURS = 60 * 60_000;

/** Random histories judge by laws what the tests of single rules may overlook. */
const HISTORIES = ['core/test/histories/histories.test.ts', 'core/test/money/money.test.ts'];

const isFoundByHistories = async (file: string, source: string): Promise<boolean> => {
  for (const test of HISTORIES) if ((await failuresWith({ file, source, test })).length > 0) return true;
  return false;
};

const said = ({ file, line, text, instead }: Survivor): string => `${file}: ${line}\n    ${text} → ${instead}`;
const isSame = (one: Survivor, other: Survivor): boolean => said(one) === said(other);

describe('every mutant', function () {
  this.timeout(3 * HOURS);
  let copy: Copy;
  before(() => {
    copy = copyProject();
  });
  after(() => copy.remove());

  for (const part of PARTS) {
    it(`of ${part.name} is killed, or explained`, async () => {
      const report = await copy.run(part);
      const unexplained: Survivor[] = [];
      const survivors = survivorsIn(report);
      let foundLater = 0;
      for (const { source, ...survivor } of survivors) {
        if (EXPLAINED.some(({ mutant }) => isSame(mutant, survivor))) continue;
        if (part.histories && (await isFoundByHistories(survivor.file, source))) foundLater += 1;
        else unexplained.push(survivor);
      }
      const scores = scoresOf(report);
      const total = scores.reduce((sum, { mutants }) => sum + mutants, 0);
      const killed = scores.reduce((sum, score) => sum + score.killed, foundLater);
      console.log(`${part.name}: ${killed} of ${total} mutants killed, ${foundLater} of them by histories`);
      console.table(scores.filter((score) => score.killed < score.mutants));
      expect(unexplained.map(said), 'survivors without an explanation').to.deep.equal([]);
      const toldApart = toldApartIn(report);
      // Of two that look the same on one line, the other may live.
      const isAlive = (mutant: Survivor) => survivors.some((each) => isSame(each, mutant));
      const stale = EXPLAINED.filter(
        ({ mutant }) => toldApart.some((each) => isSame(each, mutant)) && !isAlive(mutant),
      );
      expect(
        stale.map(({ mutant }) => said(mutant)),
        'explanations of mutants that are killed',
      ).to.deep.equal([]);
      expect((100 * killed) / total, 'hundredths killed').to.be.at.least(part.least);
    });
  }
});
