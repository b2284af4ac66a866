import { expect } from 'chai';
import { FAULTS } from './faults.ts';
import { runGuarantees } from './guarantees.ts';
import type { Result } from './run-guarantees.ts';
import { tableOf } from './table.ts';

/** Every test of persistence against every fault, or against those of one word: `FAULT=lease`. */
describe('every guarantee of persistence, with every fault', function () {
  this.timeout(0);
  const results = new Map<string, Result>();
  after(() => {
    console.log(tableOf(results));
  });

  for (const fault of Object.keys(FAULTS).filter((name) => name.includes(process.env['FAULT'] ?? '')))
    // A process for each: what a fault leaves under way disturbs no other.
    it(`is found when ${fault}`, async () => {
      await runGuarantees('all', (result) => results.set(fault, result), [fault]);
      const { failed = [], unended = [] } = results.get(fault) ?? {};
      for (const title of failed) console.log(`        found by ${title}`);
      for (const title of unended) console.log(`        came to no end: ${title}`);
      expect(failed).to.include(FAULTS[fault]?.foundBy);
    });
});
