import { expect } from 'chai';
import { SEED } from '../../../core/test/histories/keeps-every-law.ts';
import { FAULTS } from '../broken/faults.ts';
import { livedOnSql, seedsFrom } from './run-on-sql.ts';

/** A test for each fault: that histories find it, within how many. */
export const areFound = (within: Readonly<Record<string, number>>): void => {
  for (const [fault, histories] of Object.entries(within))
    it(`is found to break a law when ${fault}`, async () => {
      const lived = await livedOnSql(seedsFrom(SEED, histories), FAULTS[fault]);
      console.log(`      after ${lived.histories} histories: ${lived.broken?.law ?? ''}`);
      expect(lived.touched, 'nothing was broken: the words of the fault are in no statement').to.be.greaterThan(0);
      expect(lived.broken, `not found in ${histories} histories`).not.to.equal(undefined);
    });
};
