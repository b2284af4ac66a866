import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { fileOf, withBug, type PlantedBug } from './planted-bug.ts';
import { failuresWith } from './try-source.ts';

/** Milliseconds for one: a test file in a process of its own, or many histories. */
export const TIMEOUT = 600_000;

/** A test for each bug: that it is found. */
export const areFound = (bugs: readonly PlantedBug[]): void => {
  for (const bug of bugs) {
    const { name, file, foundBy, among } = bug;
    it(`${name}, by ${foundBy}`, async () => {
      const source = withBug(bug, await readFile(fileOf(bug), 'utf8'));
      expect(await failuresWith({ file, source, test: foundBy, among })).to.not.have.length(0);
    });
  }
};
