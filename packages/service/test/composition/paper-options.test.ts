import { expect } from 'chai';
import { paperOptions } from '../../src/composition/paper-options.ts';

describe('papers', () => {
  // Proves: specimens-say-so
  it('are specimens everywhere except in production', () => {
    for (const ENVIRONMENT of ['sandbox', 'staging', 'production'] as const)
      expect(paperOptions({ ENVIRONMENT, TIME_ZONE: 'Africa/Lagos' })).to.deep.equal({
        zone: 'Africa/Lagos',
        specimen: ENVIRONMENT !== 'production',
      });
  });
});
