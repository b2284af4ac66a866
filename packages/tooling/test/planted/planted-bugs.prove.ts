import process from 'node:process';
import { expect } from 'chai';
import { SEED } from '../../../core/test/histories/keeps-every-law.ts';
import { BUGS_FOR_HISTORIES } from './bugs.ts';
import { TIMEOUT } from './found.ts';
import { historiesNeeded, median } from './histories-needed.ts';

/**
 * Each bug is looked for from so many seeds on, that far apart, in so many histories at most; `npm run prove` takes
 * two.
 */
const RANGES = Number(process.env['RANGES'] ?? 5);
const APART = 1_000_000;
const MOST = 5_000;

describe(`within ${MOST} random histories, from each of ${RANGES} seeds on (HISTORIES_SEED=${SEED}), is found:`, function () {
  this.timeout(2 * TIMEOUT);
  const seeds = Array.from({ length: RANGES }, (_, index) => SEED + index * APART);
  const rows: { readonly name: string; readonly middle: number; readonly largest: number }[] = [];
  after(() => {
    rows.sort((a, b) => b.largest - a.largest);
    const lines = rows.map(({ name, middle, largest }) => `| ${name} | ${middle} | ${largest} |`);
    console.log(['| planted | histories, median | most |', '| - | -: | -: |', ...lines].join('\n'));
  });

  for (const bug of BUGS_FOR_HISTORIES)
    it(bug.name, async () => {
      const counts = await historiesNeeded(bug, { seeds, most: MOST });
      const found = counts.map((count) => count ?? Infinity);
      rows.push({ name: bug.name, middle: median(found), largest: Math.max(...found) });
      expect(counts).to.not.include(null);
    });
});
