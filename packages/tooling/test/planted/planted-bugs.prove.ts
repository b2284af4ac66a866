import { expect } from 'chai';
import { SEED } from '../../../core/test/histories/keeps-every-law.ts';
import { CONTRACT_BUGS } from './contract-bugs.ts';
import { TIMEOUT } from './found.ts';
import { historiesNeeded, median } from './histories-needed.ts';
import { HISTORY_BUGS } from './history-bugs.ts';
import { PAYMENT_BUGS } from './payment-bugs.ts';

/** Each bug is looked for from so many seeds on, that far apart, in so many histories at most. */
const RANGES = 5;
const APART = 1_000_000;
const MOST = 5_000;

/** What a test of its rule finds, and histories do not: a check too many shows to nobody, or its moment hardly ever comes. */
const UNSEEN: readonly string[] = [
  'a decision is made about the payment as it was before the provider was asked',
  'a notification from before the last answer is taken for news',
  'a notification that overtook its payment is checked once',
  'a look-up from before a certificate came for a cancelled contract takes it off the list',
  'a correction that changes nothing takes away a stored document',
  'a check is asked for before the work is given back, which it cannot claim',
  'a refused opening is believed though a notification told of its session',
  'sessions found by the slower of two processes are dropped',
];

const BUGS = [...PAYMENT_BUGS, ...CONTRACT_BUGS, ...HISTORY_BUGS].filter(({ name }) => !UNSEEN.includes(name));

describe(`within ${MOST} random histories, from each of ${RANGES} seeds on (HISTORIES_SEED=${SEED}), is found:`, function () {
  this.timeout(2 * TIMEOUT);
  const seeds = Array.from({ length: RANGES }, (_, index) => SEED + index * APART);
  const rows: { readonly name: string; readonly middle: number; readonly largest: number }[] = [];
  after(() => {
    rows.sort((a, b) => b.largest - a.largest);
    const lines = rows.map(({ name, middle, largest }) => `| ${name} | ${middle} | ${largest} |`);
    console.log(['| planted | histories, median | most |', '| - | -: | -: |', ...lines].join('\n'));
  });

  for (const bug of BUGS)
    it(bug.name, async () => {
      const counts = await historiesNeeded(bug, { seeds, most: MOST });
      const found = counts.map((count) => count ?? Infinity);
      rows.push({ name: bug.name, middle: median(found), largest: Math.max(...found) });
      expect(counts).to.not.include(null);
    });
});
