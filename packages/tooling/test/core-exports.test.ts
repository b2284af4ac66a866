import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const ROOT = resolve(import.meta.dirname, '../../..');
const INDEX = join(ROOT, 'packages/core/src/index.ts');

const read = (path: string): string => readFileSync(path, 'utf8');

/** The original names between the braces of an import or export. */
const namesIn = (braces: string): readonly string[] =>
  [...braces.matchAll(/(?:^|,)\s*(?:type )?(\w+)(?: as \w+)?/g)].map(([, name = '']) => name);

const exportedBy = (index: string): readonly string[] =>
  [...index.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']*)'/gm)].flatMap(([, braces = '', file = '']) =>
    // Embedders call use cases, even those that the packages here call through the table of actions.
    namesIn(file.startsWith('./use-cases/') ? braces.replaceAll(/(?<=^|,)\s*(?!type )\w+(?=,|$|\s)/g, '') : braces),
  );

const importedFromCore = (file: string): readonly string[] =>
  [...file.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '@vehicle-insurance\/core'/gm)].flatMap(
    ([, braces = '']) => namesIn(braces),
  );

/**
 * The core exports a name only if another package or an example imports it. A use case's type (`PayQuote`) is exported
 * with its function; a type that only occurs in a signature is not: `Parameters<MobileMoney['open']>[0]` gives it too.
 */
const unused = (index: string, users: readonly string[]): readonly string[] => {
  const used = new Set(users.flatMap(importedFromCore));
  return exportedBy(index).filter((name) => !used.has(name) && !used.has(asFunction(name)));
};

const asFunction = (type: string): string => `${type.charAt(0).toLowerCase()}${type.slice(1)}`;

const users = globSync(['packages/*/{src,test}/**/*.ts', 'docs/examples/**/*.ts'], {
  cwd: ROOT,
  exclude: (path) => path.startsWith('packages/core'),
}).map((path) => read(join(ROOT, path)));

describe('the exports of the core', () => {
  it('are each used outside the core', () => {
    expect(users).to.have.length.above(300);
    expect(exportedBy(read(INDEX))).to.have.length.above(300);
    expect(unused(read(INDEX), users)).to.deep.equal([]);
  });
});
