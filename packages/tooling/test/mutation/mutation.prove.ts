import { expect } from 'chai';
import { ENDLESS, failuresWith } from '../planted/try-source.ts';
import { PARTS, type Part } from './parts.ts';
import {
  completedBy,
  completedByRun,
  describeMutant,
  leftAside,
  rangesOfSurvivors,
  scoresOf,
  survivorsIn,
  type Fate,
  type FileScore,
  type Report,
} from './report.ts';
import { copyProject, type Copy } from './run-stryker.ts';

const HOURS = 60 * 60_000;

/** Timeout in milliseconds, many times the duration of any of these tests; a mutant can make them run for ever. */
const LIMIT = 3 * 60_000;

const AT_ONCE = 2;

const judgeTables = async (report: Report, { spec, last = [] }: Part): Promise<Report> => {
  const runs = [spec, last]
    .filter((tests) => tests.length > 0)
    .map((tests) => tests.map((each) => each.replace(/^packages\//, '')));
  const waiting = [...leftAside(report)];
  const [first] = waiting;
  if (!first) return report;
  const unchanged = report.files[`packages/${first.file}`]?.source ?? '';
  for (const test of runs)
    expect(await failuresWith({ file: first.file, source: unchanged, test }), 'without a mutant').to.deep.equal([]);
  const fates = new Map<string, Fate>();
  const judge = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      // A file that cannot be loaded fails every test that imports it.
      let first: string | undefined;
      for (const test of runs)
        [first] =
          first === undefined
            ? await failuresWith({ ...mutant, test, limit: LIMIT }).catch((error: unknown) => [String(error)])
            : [first];
      fates.set(mutant.source, first === undefined ? 'Survived' : first === ENDLESS ? 'Timeout' : 'Killed');
      console.log(`      ${waiting.length} tables remain`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return completedBy(report, ({ source }) => fates.get(source) ?? 'Survived');
};

const sumOf = (scores: readonly FileScore[], of: 'mutants' | 'killed' | 'timedOut'): number =>
  scores.reduce((sum, score) => sum + score[of], 0);

describe('the mutation run', function () {
  this.timeout(3 * HOURS);
  let copy: Copy;
  before(() => {
    copy = copyProject();
  });
  after(() => copy.remove());

  for (const part of PARTS) {
    it(`kills at least ${part.least} % of the mutants of ${part.name}`, async () => {
      const usual = await copy.run(part);
      const mutate = part.last === undefined ? [] : rangesOfSurvivors(usual);
      const whole =
        mutate.length === 0 ? usual : completedByRun(usual, await copy.run({ mutate, spec: part.last ?? [] }));
      const report = part.tables === true ? await judgeTables(whole, part) : whole;
      for (const survivor of survivorsIn(report)) console.log(`      survives: ${describeMutant(survivor)}`);
      const scores = scoresOf(report);
      const [total, killed] = [sumOf(scores, 'mutants'), sumOf(scores, 'killed')];
      console.log(`${part.name}: ${killed} of ${total} mutants killed, ${sumOf(scores, 'timedOut')} by timeout`);
      console.table(scores.filter((score) => score.killed < score.mutants));
      expect((100 * killed) / total, 'percentage killed').to.be.at.least(part.least);
    });
  }
});
