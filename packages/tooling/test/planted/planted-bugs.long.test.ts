import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { PLANTED_BUGS } from './bugs.ts';
import { fileOf, withBug } from './planted-bug.ts';
import { failuresWith } from './try-source.ts';

/** Each runs one test file in a process of its own. */
const TIMEOUT = 240_000;

describe('a bug planted in the source is found:', function () {
  this.timeout(TIMEOUT);
  for (const bug of PLANTED_BUGS) {
    const { name, file, foundBy, among } = bug;
    it(`${name}, by ${foundBy}`, async () => {
      const source = withBug(bug, await readFile(fileOf(bug), 'utf8'));
      expect(await failuresWith({ file, source, test: foundBy, among })).to.not.have.length(0);
    });
  }
});
