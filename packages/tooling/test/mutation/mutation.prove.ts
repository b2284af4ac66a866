import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { ENDLESS, failuresWith } from '../planted/try-source.ts';
import { EXPLAINED } from './explained.ts';
import { PARTS } from './parts.ts';
import { completedBy, leftAside, misfitsIn, said, scoresOf, survivorsIn, type Fate, type Report } from './report.ts';
import { copyProject, type Copy } from './run-stryker.ts';

const HOURS = 60 * 60_000;

/** Random histories judge by laws what the tests of single rules may overlook. */
const HISTORIES = ['core/test/histories/histories.test.ts', 'core/test/money/money.test.ts'];

/** What is explained has lived through many: a few that nobody has met yet, each time. */
const fewNewOnes = () => {
  const seed = String(randomInt(1_000_000_000));
  return { HISTORIES: '100', HISTORIES_SEED: seed, MONEY: '50', MONEY_SEED: seed };
};

/** Milliseconds, many times what any of these tests takes: a mutant can make them run for ever. */
const LIMIT = { table: 3 * 60_000, histories: 10 * 60_000 };

const isFoundByHistories = async (file: string, source: string, isExplained: boolean): Promise<boolean> => {
  const settings = isExplained ? fewNewOnes() : {};
  for (const test of HISTORIES) {
    const failures = await failuresWith({ file, source, test, settings, limit: LIMIT.histories });
    if (failures.length > 0) console.log(`      ${test} with ${JSON.stringify(settings)}: ${failures.join('; ')}`);
    // One with an explanation may have come to no end for the machine's sake.
    if (failures.length > 0 && !(isExplained && failures[0] === ENDLESS)) return true;
  }
  return false;
};

const AT_ONCE = 2;

/** What has become of mutants of what runs while a file is loaded: each takes a process of its own. */
const judgeTables = async (report: Report, tests: readonly string[]): Promise<Report> => {
  const test = tests.map((each) => each.replace(/^packages\//, ''));
  const waiting = [...leftAside(report)];
  const [first] = waiting;
  if (!first) return report;
  const unchanged = report.files[`packages/${first.file}`]?.source ?? '';
  expect(await failuresWith({ file: first.file, source: unchanged, test }), 'without a mutant').to.deep.equal([]);
  const fates = new Map<string, Fate>();
  const judge = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      // What cannot even be loaded is noticed by whatever loads it.
      const failures = await failuresWith({ ...mutant, test, limit: LIMIT.table }).catch((error: unknown) => [
        String(error),
      ]);
      const [first] = failures;
      fates.set(mutant.source, first === undefined ? 'Survived' : first === ENDLESS ? 'Timeout' : 'Killed');
      console.log(`      ${waiting.length} tables are left to be judged`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return completedBy(report, ({ source }) => fates.get(source) ?? 'Survived');
};

describe('every mutant', function () {
  this.timeout(3 * HOURS);
  let copy: Copy;
  before(() => {
    copy = copyProject();
  });
  after(() => copy.remove());

  for (const part of PARTS) {
    it(`of ${part.name} is killed, or explained`, async () => {
      const usual = await copy.run(part);
      const report = part.tables === true ? await judgeTables(usual, part.spec) : usual;
      const misfits = misfitsIn(
        report,
        EXPLAINED.map(({ mutant }) => mutant),
      );
      // Told at once: what fails here is else known hours later.
      for (const mutant of misfits.stale) console.log(`      explained, and not alive: ${mutant}`);
      for (const mutant of misfits.unexplained) console.log(`      alive, and not explained: ${mutant}`);
      const isUnexplained = (mutant: string): boolean => misfits.unexplained.includes(mutant);
      const found: string[] = [];
      if (part.histories)
        for (const survivor of survivorsIn(report)) {
          const mutant = said(survivor);
          if (await isFoundByHistories(survivor.file, survivor.source, !isUnexplained(mutant))) found.push(mutant);
        }
      const foundLater = found.filter(isUnexplained).length;
      const scores = scoresOf(report);
      const total = scores.reduce((sum, { mutants }) => sum + mutants, 0);
      const killed = scores.reduce((sum, score) => sum + score.killed, foundLater);
      const timedOut = scores.reduce((sum, score) => sum + score.timedOut, 0);
      console.log(
        `${part.name}: ${killed} of ${total} mutants killed, ${foundLater} of them by histories, ${timedOut} by running out of time`,
      );
      console.table(scores.filter((score) => score.killed < score.mutants));
      expect(
        misfits.unexplained.filter((mutant) => !found.includes(mutant)),
        'survivors without an explanation',
      ).to.deep.equal([]);
      expect(misfits.stale, 'explanations of mutants that are killed, or are not made').to.deep.equal([]);
      const contradicted = found.filter((mutant) => !isUnexplained(mutant));
      expect(contradicted, 'explanations of mutants that histories find').to.deep.equal([]);
      expect((100 * killed) / total, 'hundredths killed').to.be.at.least(part.least);
    });
  }
});
