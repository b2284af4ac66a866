import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether the project's own Node is where commands find it: npm's install scripts put it there, as their last act. */
export const nodeInstalled = (root) => existsSync(join(root, 'node_modules', '.bin', 'node'));

/**
 * Whether node_modules holds what package-lock.json asks for. Compares content, not dates: npm writes the hidden
 * lockfile as its last act, so an interrupted installation counts as none, and a `git checkout` of another lockfile is
 * detected whatever the clock says. A package removed since counts as missing; one that npm left out because it is for
 * another machine does not.
 */
export const packagesInstalled = (root) => {
  const modules = join(root, 'node_modules');
  if (!existsSync(join(modules, '.package-lock.json'))) return false;
  try {
    const present = packagesOf(join(modules, '.package-lock.json'));
    return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
      if (!path.includes('node_modules/')) return true;
      const found = present[path];
      if (found === undefined) return Boolean(wanted.optional || wanted.devOptional);
      const same =
        found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link;
      return same && existsSync(join(root, path, 'package.json'));
    });
  } catch {
    return false;
  }
};
