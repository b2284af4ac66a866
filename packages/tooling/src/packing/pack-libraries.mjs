import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { stagePackage } from './stage-package.mjs';

// The last step of `npm run build -- packages`: creates the tarball of every library in dist/, as it is published.

const root = join(import.meta.dirname, '../../../..');
const tarballs = join(root, 'dist');

const isLibrary = (folder) => !JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private;

const libraries = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter(isLibrary);
const staging = mkdtempSync(join(tmpdir(), 'packages-'));
try {
  rmSync(tarballs, { recursive: true, force: true });
  mkdirSync(tarballs);
  const staged = libraries.map((folder) => {
    const to = join(staging, basename(folder));
    stagePackage(folder, to, join(root, 'LICENSE'));
    return to;
  });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', tarballs, ...staged], { cwd: staging });
  for (const tarball of readdirSync(tarballs)) process.stdout.write(`dist/${tarball}\n`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
