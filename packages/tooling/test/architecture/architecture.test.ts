import { expect } from 'chai';
import { architecture, shownArchitecture } from './architecture.ts';

describe('the picture of the packages in the README', () => {
  it('shows the imports of the package manifests (to update it: npm run docs -- architecture)', () => {
    expect(shownArchitecture()).to.equal(architecture());
  });
});
