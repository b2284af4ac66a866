import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
  type Planted,
  type Report,
} from './report.ts';
import { copyProject, HISTORIES, type Copy } from './run-stryker.ts';

const HOURS = 60 * 60_000;

/** Timeout in milliseconds, many times the duration of any of these tests; a mutant can make them run for ever. */
const LIMIT = 60_000;

const AT_ONCE = 2;

const ROOT = join(import.meta.dirname, '../../../..');

/** Tests in the order in which they are likely to detect a mutant: same file name, same folder, others. */
const nearestFirst = (file: string, patterns: readonly string[]): readonly (readonly string[])[] => {
  const tests = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted());
  const distance = (test: string): number => {
    if (basename(test).startsWith(`${basename(file, '.ts')}.`)) return 0;
    if (readFileSync(join(ROOT, test), 'utf8').includes(`/${basename(file)}'`)) return 0;
    return test.split('/').includes(basename(dirname(file))) ? 1 : 2;
  };
  const groups = Map.groupBy(new Set(tests), distance);
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([, near]) => near.map((test) => test.replace(/^packages\//, '')));
};

const fateOf = async ({ file, source }: Planted, { spec, last = [] }: Part): Promise<Fate> => {
  for (const test of [...nearestFirst(file, spec), ...nearestFirst(file, last)]) {
    // A file that cannot be loaded fails every test that imports it.
    const [first] = await failuresWith({ file, source, test, settings: { HISTORIES }, limit: LIMIT }).catch(
      (error: unknown) => [String(error)],
    );
    if (first !== undefined) return first === ENDLESS ? 'Timeout' : 'Killed';
  }
  return 'Survived';
};

/** Tries the mutants that need a process each. */
const judgeTables = async (report: Report, part: Part): Promise<Report> => {
  const waiting = [...leftAside(report, part.tables === true)];
  const [first] = waiting;
  if (!first) return report;
  const unchanged = { ...first, source: report.files[`packages/${first.file}`]?.source ?? '' };
  expect(await fateOf(unchanged, part), 'without a mutant').to.equal('Survived');
  const fates = new Map<string, Fate>();
  const judge = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      fates.set(mutant.source, await fateOf(mutant, part));
      console.log(`      ${waiting.length} tables remain`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return completedBy(report, fates);
};

const sumOf = (scores: readonly FileScore[], of: 'mutants' | 'killed' | 'timedOut'): number =>
  scores.reduce((sum, score) => sum + score[of], 0);

const expectKilled = (report: Report, of: 'Stryker' | 'numbers', least: number): void => {
  const scores = scoresOf(report, of);
  const [total, killed] = [sumOf(scores, 'mutants'), sumOf(scores, 'killed')];
  console.log(`${of}: ${killed} of ${total} mutants killed, ${sumOf(scores, 'timedOut')} by timeout`);
  console.table(scores.filter((score) => score.killed < score.mutants));
  expect((100 * killed) / total, `percentage killed, ${of}`).to.be.at.least(least);
};

const percentages = ({ least, leastNumbers }: Part): string =>
  least === undefined ? `${leastNumbers} % (numbers only)` : `${least} % (numbers: ${leastNumbers} %)`;

describe('the mutation run', function () {
  this.timeout(3 * HOURS);
  let copy: Copy;
  before(() => {
    copy = copyProject();
  });
  after(() => copy.remove());

  for (const part of PARTS) {
    it(`finds ${percentages(part)} of the mutants of ${part.name}`, async () => {
      const usual = await copy.run(part);
      const mutate = part.last === undefined ? [] : rangesOfSurvivors(usual);
      const whole =
        mutate.length === 0 ? usual : completedByRun(usual, await copy.run({ ...part, mutate, spec: part.last ?? [] }));
      const report = await judgeTables(whole, part);
      for (const survivor of survivorsIn(report)) console.log(`      survives: ${describeMutant(survivor)}`);
      if (part.least !== undefined) expectKilled(report, 'Stryker', part.least);
      expectKilled(report, 'numbers', part.leastNumbers);
    });
  }
});
