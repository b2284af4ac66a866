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

/** What npm installs for a package of this repository, found from its folder outwards as Node does. */
const installed = (folder: string, library: string): Manifest | undefined =>
  createRequire(join(folder, 'package.json'))
    .resolve.paths(library)
    ?.map((modules) => join(modules, library, 'package.json'))
    .filter((file) => existsSync(file))
    .map(read)[0];

/** The oldest Node of `>=22.19` or `>= 20`, as a number that grows with it; 0 for whoever does not say. */
const oldestNode = ({ engines }: Manifest): number => {
  const [, major = '0', minor = '0'] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(engines?.node ?? '') ?? [];
  return Number(major) * 1000 + Number(minor);
};

describe('a library', () => {
  it('says what it is, under which licence, where it runs and what it is made of', () => {
    for (const { folder, manifest } of libraries) {
      const { name, description, license, type, engines, exports, sideEffects, files } = manifest;
      expect({ license, type, files }, name).to.deep.equal({
        license: 'Apache-2.0',
        type: 'module',
        files: ['dist', 'src'],
      });
      expect(description, name).to.be.a('string');
      expect(engines?.node, name).to.match(/^>=\d/);
      expect(exports, name).to.have.property('.', './src/index.ts');
      expect(sideEffects, name).to.not.equal(undefined);
      expect(readFileSync(join(folder, 'README.md'), 'utf8'), name).to.match(new RegExp(`^# ${name}\n`));
    }
  });

  it('promises no older Node than what it depends on', () => {
    for (const { folder, manifest } of libraries)
      for (const library of Object.keys(manifest.dependencies ?? {})) {
        const needed = installed(folder, library);
        if (!needed) throw new Error(`${manifest.name} depends on ${library}, which is not installed: run npm ci`);
        expect(oldestNode(manifest), `${manifest.name} and ${library}`).to.be.at.least(oldestNode(needed));
      }
  });

  it('is not packed from its own folder, whose entry points are sources: the answer says what to do', () => {
    const prepacks = libraries.map(({ manifest }) => (manifest['scripts'] as { readonly prepack?: string }).prepack);
    const [prepack = '', ...others] = new Set(prepacks);
    expect(others, 'all libraries answer alike').to.deep.equal([]);
    const { status, stderr } = spawnSync(prepack, { shell: true, cwd: libraries[0]?.folder, encoding: 'utf8' });
    expect(status).to.equal(1);
    expect(stderr).to.contain('Run `npm run build -- packages`');
  });
});
