import { argv, stdout } from 'node:process';
import { brokenLaw } from '../../../core/test/histories/keeps-every-law.ts';
import { historyOf } from '../../../core/test/histories/sample.ts';

/**
 * How many random histories it takes until one breaks a law, from each of the seeds on; null where so many break none.
 * For a process in which a bug is planted: `node --import plant.ts count-histories.ts <most> <seed>...`.
 */
const [most = 0, ...seeds] = argv.slice(2).map(Number);
const counts: (number | null)[] = [];
for (const first of seeds) {
  let lived = 0;
  let isFound = false;
  while (!isFound && lived < most) {
    isFound = (await brokenLaw(historyOf(first + lived))) !== undefined;
    lived += 1;
  }
  counts.push(isFound ? lived : null);
}
stdout.write(`${JSON.stringify(counts)}\n`);
