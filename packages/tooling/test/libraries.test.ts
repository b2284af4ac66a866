import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';

const PACKAGES = join(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

const libraries = readdirSync(PACKAGES)
  .map((name) => ({ folder: join(PACKAGES, name), manifest: read(join(PACKAGES, name, 'package.json')) }))
  .filter(({ manifest }) => !manifest.private);

/** The installed manifest of a library, resolved from a package's folder as Node does. */
const installed = (folder: string, library: string): Manifest | undefined =>
  createRequire(join(folder, 'package.json'))
    .resolve.paths(library)
    ?.map((modules) => join(modules, library, 'package.json'))
    .filter((file) => existsSync(file))
    .map(read)[0];

/** The oldest Node in `>=22.19` or `>= 20`, as a comparable number; 0 if none is given. */
const oldestNode = ({ engines }: Manifest): number => {
  const [, major = '0', minor = '0'] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(engines?.node ?? '') ?? [];
  return Number(major) * 1000 + Number(minor);
};

describe('a library', () => {
  it('declares its description, licence, Node version, entry points and files', () => {
    for (const { folder, manifest } of libraries) {
      const { name, description, license, type, engines, exports, sideEffects, files } = manifest;
      const expected = { license: 'Apache-2.0', type: 'module', files: ['dist', 'src'] };
      expect({ license, type, files }, name).to.deep.equal(expected);
      expect(description, name).to.be.a('string');
      expect(engines?.node, name).to.match(/^>=\d/);
      expect(exports, name).to.have.property('.', './src/index.ts');
      expect(sideEffects, name).to.not.equal(undefined);
      expect(readFileSync(join(folder, 'README.md'), 'utf8'), name).to.match(new RegExp(`^# ${name}\n`));
    }
  });

  it('requires no older Node than its dependencies', () => {
    for (const { folder, manifest } of libraries)
      for (const library of Object.keys(manifest.dependencies ?? {})) {
        const needed = installed(folder, library);
        if (!needed) throw new Error(`${manifest.name} depends on ${library}, which is not installed: run npm ci`);
        expect(oldestNode(manifest), `${manifest.name} and ${library}`).to.be.at.least(oldestNode(needed));
      }
  });

  it('cannot be packed from its own folder, whose entry points are sources, and reports what to do', () => {
    const prepacks = libraries.map(({ manifest }) => (manifest['scripts'] as { readonly prepack?: string }).prepack);
    const [prepack = '', ...others] = new Set(prepacks);
    expect(others, 'all libraries have the same prepack script').to.deep.equal([]);
    const { status, stderr } = spawnSync(prepack, { shell: true, cwd: libraries[0]?.folder, encoding: 'utf8' });
    expect(status).to.equal(1);
    expect(stderr).to.contain('Run `npm run build -- packages`');
  });
});
