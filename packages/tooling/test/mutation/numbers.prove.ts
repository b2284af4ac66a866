import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { failuresWith } from '../planted/try-source.ts';
import { numberMutants, type NumberMutant } from './number-mutants.ts';
import { NUMBERS } from './parts.ts';

const HOURS = 60 * 60_000;
const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));
const AT_ONCE = 2;

/** Timeout in milliseconds: a mutant can make a test run for ever. */
const LIMIT = 3 * 60_000;

/** The mutants of the matching files below `packages`; `FILE:12` selects only those in that line. */
const mutantsIn = (pattern: string): readonly NumberMutant[] => {
  const [files = '', line] = pattern.split(':');
  return globSync(files, { cwd: PACKAGES })
    .toSorted()
    .flatMap((file) => numberMutants(file, readFileSync(join(PACKAGES, file), 'utf8')))
    .filter((mutant) => line === undefined || mutant.line === Number(line));
};

/** Tests in the order in which they are likely to detect a mutant: same file name, same folder, others. */
const nearestFirst = (file: string, patterns: readonly string[]): readonly (readonly string[])[] => {
  const tests = patterns.flatMap((pattern) => globSync(pattern, { cwd: PACKAGES }).toSorted());
  const distance = (test: string): number => {
    if (basename(test).startsWith(`${basename(file, '.ts')}.`)) return 0;
    if (readFileSync(join(PACKAGES, test), 'utf8').includes(`/${basename(file)}'`)) return 0;
    return test.split('/').includes(basename(dirname(file))) ? 1 : 2;
  };
  const groups = Map.groupBy(tests, distance);
  return [...groups].toSorted(([one], [other]) => one - other).map(([, near]) => near);
};

const isDetected = async ({ file, source }: NumberMutant, tests: readonly string[]): Promise<boolean> => {
  for (const test of nearestFirst(file, tests)) {
    const failures = await failuresWith({ file, source, test, limit: LIMIT }).catch((error: unknown) => [
      String(error),
    ]);
    if (failures.length > 0) return true;
  }
  return false;
};

const survivorsOf = async (
  mutants: readonly NumberMutant[],
  tests: readonly string[],
): Promise<readonly NumberMutant[]> => {
  const waiting = [...mutants];
  const survivors: NumberMutant[] = [];
  const judge = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      if (await isDetected(mutant, tests)) continue;
      survivors.push(mutant);
      console.log(`      survives: ${mutant.file}:${mutant.line}: ${mutant.text} → ${mutant.instead}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return survivors;
};

/** Limits the run to a file or a line of it, such as `core/src/domain/payment/schedule.ts:9`. */
const { NUMBERS: only } = process.env;
const isSelected = (files: string): boolean => only === undefined || matchesGlob(only.split(':')[0] ?? '', files);

describe('mutants of numbers, keys and limits', function () {
  this.timeout(3 * HOURS);
  for (const { files, tests, least } of NUMBERS.filter((each) => isSelected(each.files)))
    it(`are detected by tests in at least ${least} % of cases: ${files}`, async () => {
      const mutants = mutantsIn(only ?? files);
      const survivors = await survivorsOf(mutants, tests);
      console.log(`${files}: ${mutants.length - survivors.length} of ${mutants.length} mutants detected`);
      expect(100 - (100 * survivors.length) / mutants.length, 'percentage detected').to.be.at.least(least);
    });
});
