import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { EXPLAINED } from './explained.ts';
import { PARTS } from './parts.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);

describe('the mutation run', () => {
  it('takes in every file of the core, each once', () => {
    const files = sourcesOf('packages/core/src');
    const globs = PARTS.flatMap(({ mutate }) => mutate);
    const timesTaken = files.map((file) => [file, globs.filter((glob) => matchesGlob(file, glob)).length]);
    expect(files).to.have.length.above(100);
    expect(timesTaken.filter(([, times]) => times !== 1)).to.deep.equal([]);
  });

  it('explains no line that is not there any more', () => {
    const gone = EXPLAINED.filter(({ mutant: { file, line } }) => {
      const lines = readFileSync(join(ROOT, 'packages', file), 'utf8').split('\n');
      return !lines.some((each) => each.trim() === line);
    });
    expect(gone.map(({ mutant: { file, line } }) => `${file}: ${line}`)).to.deep.equal([]);
  });
});
