import { expect } from 'chai';
import { MONEY_SEED } from '../../../core/test/money/keeps-money.ts';
import { BUGS_FOR_MONEY } from './bugs.ts';
import { TIMEOUT } from './found.ts';
import { historiesNeeded, median } from './histories-needed.ts';

/**
 * Each bug is looked for from so many seeds on, that far apart, in so many histories at most; `npm run prove` takes
 * two.
 */
const RANGES = Number(process.env['RANGES'] ?? 3);
const APART = 1_000_000;
const MOST = 10_000;

describe(`within ${MOST} random histories of money, from the books and statements alone, is found:`, function () {
  this.timeout(TIMEOUT);
  const seeds = Array.from({ length: RANGES }, (_, index) => MONEY_SEED + index * APART);
  const rows: string[] = [];
  after(() => {
    console.log(['| planted | histories, median | most |', '| - | -: | -: |', ...rows].join('\n'));
  });

  for (const bug of BUGS_FOR_MONEY)
    it(bug.name, async () => {
      const counts = await historiesNeeded(bug, { seeds, most: MOST }, 'count-money.ts');
      expect(counts).to.not.include(null);
      const found = counts.flatMap((count) => count ?? []);
      rows.push(`| ${bug.name} | ${median(found)} | ${Math.max(...found)} |`);
    });
});
