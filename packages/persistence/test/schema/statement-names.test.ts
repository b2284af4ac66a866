import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const SOURCES = join(import.meta.dirname, '../../src');

const named = globSync('**/*.ts', { cwd: SOURCES }).flatMap((file) =>
  [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\b(?:statement|plain)(?:<[^()]*?>)?\(\s*'([^']+)'/g)].map(
    ([, name]) => ({ name, file }),
  ),
);

describe('the names of prepared statements', () => {
  it('are distinct, since a connection rejects a second text under the same name', () => {
    expect(named.length).to.be.greaterThan(80);
    const twice = named.filter(({ name }, at) => named.findIndex((each) => each.name === name) !== at);
    expect(twice).to.deep.equal([]);
  });
});
