import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Vague subjects (CONTRIBUTING.md, "How we write"). */
const VAGUE = /\b(?:whoever|nobody|somebody|anybody|everybody)\b/i;

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/\s/;
const TITLE = /\b(?:it|describe)\(\s*['"`]/;

const COLUMNS = 120;

const linesIn = (folder: string, isRelevant: RegExp, isWrong: (line: string) => boolean): readonly string[] =>
  globSync(`packages/*/${folder}/**/*.ts`, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).flatMap(
    (path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          isRelevant.test(line) && isWrong(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
  );
const isVague = (line: string): boolean => VAGUE.test(line);

describe('comments and titles', () => {
  it('name their subject in the comments of sources', () => {
    expect(linesIn('src', COMMENT, isVague)).to.deep.equal([]);
  });

  it('name their subject in the titles of tests', () => {
    expect([...linesIn('test', TITLE, isVague), ...linesIn('src', TITLE, isVague)]).to.deep.equal([]);
  });

  it('are at most 120 columns wide', () => {
    const isWide = (line: string): boolean => line.length > COLUMNS && !line.includes('eslint-');
    const wide = ['src', 'test'].flatMap((folder) => linesIn(folder, /^\s*(?:\/\*\*|\*|\/\/) /, isWide));
    expect(wide.filter((place) => !place.startsWith('packages/client/src/schema'))).to.deep.equal([]);
  });
});
