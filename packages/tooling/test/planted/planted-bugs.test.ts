import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { PLANTED_BUGS } from './bugs.ts';
import { fileOf, PACKAGES, withBug } from './planted-bug.ts';

describe('the planted bugs', () => {
  it('edit the source as it is today', () => {
    for (const bug of PLANTED_BUGS) {
      const source = readFileSync(fileOf(bug), 'utf8');
      expect(withBug(bug, source), bug.name).to.not.equal(source);
    }
  });

  it('have names of their own, and name tests that exist', () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name))).to.have.property('size', PLANTED_BUGS.length);
    for (const { name, foundBy } of PLANTED_BUGS) expect(existsSync(new URL(foundBy, PACKAGES)), name).to.equal(true);
  });
});
