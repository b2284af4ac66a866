import { expect } from 'chai';
import { FAULTS } from './faults.ts';
import { runGuarantees } from './guarantees.ts';
import type { Result } from './run-guarantees.ts';
import { tableOf } from './table.ts';

/** Milliseconds for all of them, on a machine that has much else to do. */
const TIMEOUT = 900_000;

describe('persistence, broken on purpose', function () {
  this.timeout(TIMEOUT);
  const results = new Map<string, Result>();
  before(async () => {
    await runGuarantees((result) => results.set(result.fault, result));
  });

  after(() => {
    console.log(tableOf(results));
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
