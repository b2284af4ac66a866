import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { BUGS_FOR_HISTORIES, BUGS_FOR_MONEY, PLANTED_BUGS, UNSEEN } from './bugs.ts';
import { HISTORY_BUGS } from './history-bugs.ts';
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

  it('have a row each in the tables that say how many histories it takes to find them', () => {
    const page = readFileSync(new URL('../docs/measurements.md', PACKAGES), 'utf8');
    const rows = [...page.matchAll(/^\| (\S.*?) +\| +\d+ \| +\d+ \|$/gm)].map(([, name]) => name);
    const wanted = [...BUGS_FOR_HISTORIES, ...BUGS_FOR_MONEY].map(({ name }) => name);
    expect(rows).to.include.members(wanted);
    const told = [...page.matchAll(/^\| (\d+) edits /gm)].map(([, count]) => Number(count));
    expect(told).to.deep.equal([PLANTED_BUGS.length - HISTORY_BUGS.length, HISTORY_BUGS.length]);
    expect(page).to.include(`${UNSEEN.length} more of payments and contracts are left to the tests that they name`);
  });
});
