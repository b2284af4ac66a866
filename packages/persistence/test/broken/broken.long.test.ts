import { expect } from 'chai';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults.ts';
import type { Result } from './run-guarantees.ts';

/** Milliseconds for all of them, on a machine that has much else to do. */
const TIMEOUT = 900_000;

/** How often a fault is tried whose test came to no end: on a machine that has much else to do it may end next time. */
const TRIES = 2;

/**
 * Runs the tests that must find the faults, without any and with each of these faults planted, and tells each result as
 * it comes. After a test that came to no end the rest runs in another process: what it still does would be counted with
 * the next fault.
 */
const runGuarantees = async (faults: readonly string[], tell: (result: Result) => void): Promise<void> => {
  const tries = new Map<string, number>();
  let left = faults;
  while (left.length > 0) {
    await runInProcess(left, (result) => {
      const { fault, unended } = result;
      tries.set(fault, (tries.get(fault) ?? 0) + 1);
      if (unended.length > 0 && (tries.get(fault) ?? 0) < TRIES) return;
      left = left.filter((name) => name !== fault);
      tell(result);
    });
  }
};

const runInProcess = async (faults: readonly string[], tell: (result: Result) => void): Promise<void> => {
  const child = fork(fileURLToPath(import.meta.resolve('./run-guarantees.ts')), faults, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (result) => tell(result as Result));
  const [status] = (await once(child, 'exit')) as (number | null)[];
  if (status !== 0) throw new Error(`the tests ended with ${status}`);
};

describe('persistence, broken on purpose', function () {
  this.timeout(TIMEOUT);
  const results = new Map<string, Result>();
  before(async () => {
    const faults = ['', ...Object.keys(FAULTS)];
    // Two processes at a time, since tests mostly wait. To run all tests without any fault takes as long as a third.
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

  it('keeps every guarantee while nothing is broken', () => {
    const { passed = [], failed, unended } = results.get('') ?? {};
    expect({ failed, unended }).to.deep.equal({ failed: [], unended: [] });
    expect(passed).to.include.members(Object.values(FAULTS).map(({ foundBy }) => foundBy));
  });

  for (const [fault, { foundBy }] of Object.entries(FAULTS))
    it(`is found when ${fault}`, () => {
      const { touched, nonsense, failed } = results.get(fault) ?? {};
      expect(nonsense, 'the server did not understand what the fault made of a statement').to.deep.equal([]);
      expect(touched, 'nothing was broken: the words of the fault are in no statement').to.be.greaterThan(0);
      expect(failed, 'the guarantee was kept all the same').to.deep.equal([foundBy]);
    });
});
