import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { PARTS, SENTENCES } from './parts.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);

describe('the mutation run', () => {
  it('covers every file of the core exactly once, except files of messages', () => {
    const files = sourcesOf('packages/core/src').filter((file) => !SENTENCES.includes(file));
    const globs = PARTS.flatMap(({ mutate }) => mutate);
    const timesTaken = files.map((file) => [file, globs.filter((glob) => matchesGlob(file, glob)).length]);
    expect(files).to.have.length.above(100);
    expect(timesTaken.filter(([, times]) => times !== 1)).to.deep.equal([]);
  });
});
