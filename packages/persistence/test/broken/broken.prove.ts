import { expect } from 'chai';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults.ts';
import type { Result } from './run-guarantees.ts';

/** Milliseconds for all faults, on a busy machine. */
const TIMEOUT = 900_000;

/** How often a fault is tried if its test times out. On a busy machine, a second try may end in time. */
const TRIES = 2;

/**
 * Runs the tests that must find the faults, and reports each result at once. The empty name stands for a run without a
 * fault. After a time-out, the remaining faults run in another process, because the statements that the timed-out test
 * still sends would be counted for the next fault.
 */
const runGuarantees = async (faults: readonly string[], report: (result: Result) => void): Promise<void> => {
  const tries = new Map<string, number>();
  let left = faults;
  while (left.length > 0) {
    await runInProcess(left, (result) => {
      const { fault, unended } = result;
      tries.set(fault, (tries.get(fault) ?? 0) + 1);
      if (unended.length > 0 && (tries.get(fault) ?? 0) < TRIES) return;
      left = left.filter((name) => name !== fault);
      report(result);
    });
  }
};

const runInProcess = async (faults: readonly string[], report: (result: Result) => void): Promise<void> => {
  const child = fork(fileURLToPath(import.meta.resolve('./run-guarantees.ts')), faults, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (result) => report(result as Result));
  const [status] = (await once(child, 'exit')) as (number | null)[];
  if (status !== 0) throw new Error(`the tests ended with ${status}`);
};

describe('persistence with planted faults', function () {
  this.timeout(TIMEOUT);
  const results = new Map<string, Result>();
  before(async () => {
    const faults = ['', ...Object.keys(FAULTS)];
    // Two processes run at a time, since tests mostly wait. The run of all tests without a fault takes as long as a
    // third of the faults. So the process that has it gets fewer faults.
    const first = faults.filter((_, index) => index % 3 === 0);
    const shares = [first, faults.filter((fault) => !first.includes(fault))];
    await Promise.all(shares.map((share) => runGuarantees(share, (result) => results.set(result.fault, result))));
  });

  after(() => {
    for (const [fault, { foundBy }] of Object.entries(FAULTS)) {
      const isFound = results.get(fault)?.failed.includes(foundBy);
      console.log(`  ${fault}\n      ${isFound ? 'found by' : 'NOT FOUND by'}: ${foundBy}`);
    }
  });

  it('keeps every guarantee without a fault', () => {
    const { passed = [], failed, unended } = results.get('') ?? {};
    expect({ failed, unended }).to.deep.equal({ failed: [], unended: [] });
    expect(passed).to.include.members(Object.values(FAULTS).map(({ foundBy }) => foundBy));
  });

  for (const [fault, { foundBy }] of Object.entries(FAULTS))
    it(`fails its guarantee test when ${fault}`, () => {
      const { touched, nonsense, failed } = results.get(fault) ?? {};
      expect(nonsense, 'the server rejected the statement that the fault changed').to.deep.equal([]);
      expect(touched, 'no statement contains the words of the fault').to.be.greaterThan(0);
      expect(failed, 'the guarantee was kept despite the fault').to.deep.equal([foundBy]);
    });
});
