import { argv, stdout } from 'node:process';
import { live, moneyHistoryOf } from '../../../core/test/money/history.ts';

/** As `count-histories.ts`, of the histories of money. */
const [most = 0, ...seeds] = argv.slice(2).map(Number);
const counts: (number | null)[] = [];
for (const first of seeds) {
  let lived = 0;
  let isFound = false;
  while (!isFound && lived < most) {
    isFound = (await live(moneyHistoryOf(first + lived))).law !== undefined;
    lived += 1;
  }
  counts.push(isFound ? lived : null);
}
stdout.write(`${JSON.stringify(counts)}\n`);
