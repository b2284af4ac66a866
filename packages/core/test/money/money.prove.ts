import { expect } from 'chai';
import { inProcesses } from './in-processes.ts';
import { NEW_MONEY_SEED } from './keeps-money.ts';
import { rareKinds } from './least.ts';

const HISTORIES = Number(process.env['MONEY'] ?? 100_000);

/** Both cores of a small machine. */
const PROCESSES = 2;

/** So often the progress is told. */
const TOLD = 20;

describe('the books and the statements through random histories of money by the hundred thousand', function () {
  this.timeout(4 * 3_600_000);

  it(`agree to the franc after each step of ${HISTORIES} (MONEY_SEED=${NEW_MONEY_SEED})`, async () => {
    const begun = performance.now();
    let told = 0;
    const progress = (lived: number): void => {
      if (lived < (told * HISTORIES) / TOLD) return;
      told += 1;
      console.log(`      ${lived} of ${HISTORIES} after ${Math.round((performance.now() - begun) / 1000)} s`);
    };
    const counts = await inProcesses(PROCESSES, { first: NEW_MONEY_SEED, histories: HISTORIES, progress });
    const came = Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1));
    console.log(came.map(([kind, count]) => `      ${kind}: ${count}`).join('\n'));
    expect(rareKinds(counts, HISTORIES)).to.deep.equal([]);
  });
});
