import { expect } from 'chai';
import { architecture, shownArchitecture } from './architecture.ts';

describe('the picture of the packages in the README', () => {
  it('shows what imports what, as the packages say it: npm run docs -- architecture draws it', () => {
    expect(shownArchitecture()).to.equal(architecture());
  });
});
