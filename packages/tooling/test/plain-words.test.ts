import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Subjects that say of no one who does what: CONTRIBUTING.md, "What a change looks like". */
const VAGUE = /\b(?:whoever|nobody|somebody|anybody|everybody)\b/i;

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/\s/;
const TITLE = /\b(?:it|describe)\(\s*['"`]/;

const linesIn = (folder: string, isMeant: RegExp): readonly string[] =>
  globSync(`packages/*/${folder}/**/*.ts`, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).flatMap(
    (path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          isMeant.test(line) && VAGUE.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
  );

describe('plain words', () => {
  it('name who does what in the comments of sources', () => {
    expect(linesIn('src', COMMENT)).to.deep.equal([]);
  });

  it('name who does what in the titles of tests', () => {
    expect([...linesIn('test', TITLE), ...linesIn('src', TITLE)]).to.deep.equal([]);
  });
});
