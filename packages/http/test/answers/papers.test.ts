import type { Coverage } from '@vehicle-insurance/core';
import { aPricedCoverage } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { coverageView, quotedCoverageView } from '../../src/views/coverage.ts';

const { coverage } = aPricedCoverage();

const full: Coverage = {
  ...coverage,
  properties: coverage.properties.map((each) => ({ ...each, limit: '1 000 000 FCFA', deductible: '10 %' })),
  insurer: 'golfe',
  conditions: 'motor',
};

describe('the texts that a catalogue has for papers', () => {
  // Proves: papers-stay-out-of-answers
  it('appear in no response, for coverages on offer as well as those of quotes and contracts', () => {
    for (const view of [coverageView, quotedCoverageView]) {
      expect(view(full)).to.deep.equal(view(coverage));
      expect(JSON.stringify(view(full))).to.include('Responsabilité civile');
    }
  });
});
