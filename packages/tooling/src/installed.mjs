import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether the project's own Node is installed. npm's install scripts install it last. */
export const nodeInstalled = (root) => existsSync(join(root, 'node_modules', '.bin', 'node'));

/**
 * Whether node_modules contains the packages of package-lock.json. Compares content, not dates. npm writes the hidden
 * lockfile last, so an interrupted installation is detected, and so is a `git checkout` of another lockfile. A package
 * that was removed counts as missing. A package that npm omitted because it is for another machine does not.
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
