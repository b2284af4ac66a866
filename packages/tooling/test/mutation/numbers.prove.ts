import { expect } from 'chai';
import { matchesGlob } from 'node:path';
import process from 'node:process';
import { mutantsIn, survivorsOf } from './number-trials.ts';
import { NUMBERS } from './parts.ts';

const HOURS = 60 * 60_000;

/** Only this file, or this line of it: `core/src/domain/payment/schedule.ts:9`. */
const { NUMBERS: only } = process.env;
const isMeant = (files: string): boolean => only === undefined || matchesGlob(only.split(':')[0] ?? '', files);

describe('mutants of numbers, keys and ends', function () {
  this.timeout(3 * HOURS);
  for (const { files, tests, least } of NUMBERS.filter((each) => isMeant(each.files)))
    it(`are noticed by tests, at least ${least} % of them: ${files}`, async () => {
      const mutants = mutantsIn(only ?? files);
      const survivors = await survivorsOf(mutants, tests);
      console.log(`${files}: ${mutants.length - survivors.length} of ${mutants.length} mutants noticed`);
      expect(100 - (100 * survivors.length) / mutants.length, 'per cent noticed').to.be.at.least(least);
    });
});
