import { expect } from 'chai';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileOf, PACKAGES, withBug } from './planted-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const CONTRACTS = globSync('testkit/src/contracts/*.ts', { cwd: fileURLToPath(PACKAGES) })
  .map((file) => readFileSync(new URL(file, PACKAGES), 'utf8'))
  .join('\n');

describe('each of the forty planted bugs', () => {
  it('is an edit that matches the source exactly once', () => {
    expect(PLANTED_BUGS).to.have.length(40);
    for (const bug of PLANTED_BUGS) {
      const source = readFileSync(fileOf(bug), 'utf8');
      expect(withBug(bug, source), bug.name).to.not.equal(source);
    }
  });

  it('has a unique name, a test file of `npm test` and part of one of its titles', () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name))).to.have.property('size', PLANTED_BUGS.length);
    for (const { name, foundBy, among } of PLANTED_BUGS) {
      expect(existsSync(new URL(foundBy, PACKAGES)), name).to.equal(true);
      expect(foundBy, name).to.match(/(?<!\.long)\.test\.ts$/);
      // The cases of a contract are in the testkit. Their titles begin with the name of their port.
      const titles = readFileSync(new URL(foundBy, PACKAGES), 'utf8') + CONTRACTS;
      expect(titles, name).to.include(among.replace(/^[A-Z]\w+ /, ''));
    }
  });
});
