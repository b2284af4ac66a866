import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import process from 'node:process';
import {
  downloadedNode,
  nodeDownloaded,
  nodeFolder,
  nodeInstalled,
  nodeLink,
  nodePackage,
  packageList,
  packagesInstalled,
  scriptsRan,
  toDownloadedNode,
} from './installed.mjs';
import { isAtLeast, RUNS_PROJECT } from './node-version.mjs';
import { showProgress } from './progress.mjs';
import { run } from './run.mjs';

const OLDEST_NPM = 10;
const AGAIN = 'and run the command again.';

/** Messages for npm's error codes. */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
    `The packages could not be downloaded: npm's registry cannot be reached. Check the network and npm's proxy and registry settings ("npm ping") ${AGAIN}`,
  ],
  [
    /E401|E403|E407/,
    `The package registry refuses access. Check npm's registry and proxy settings ("npm ping") ${AGAIN}`,
  ],
  [/ENOSPC/, `The disk is full. Make room for about 700 MB ${AGAIN}`],
  [
    /EACCES|EPERM|EROFS/,
    `npm has no permission to write here. Change the owner of this folder and of npm's cache ("npm config get cache") to yourself ${AGAIN}`,
  ],
  [/EUSAGE/, `package.json and package-lock.json disagree. Run "npm install" once ${AGAIN}`],
];

/**
 * The machine's own PATH, without the folders that npm prepends for a script. The `node` in node_modules is about to be
 * replaced, so it must not run npm.
 */
const machinePath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
    .join(delimiter);

/**
 * The path of the machine's own Node; undefined if it cannot run the project. This process may run on the downloaded
 * Node instead.
 */
const ownNode = (root, env) => {
  if (!process.execPath.startsWith(root + sep))
    return isAtLeast(process.version, RUNS_PROJECT) ? process.execPath : undefined;
  const { status, stdout } = spawnSync('node', ['--print', '`${process.version} ${process.execPath}`'], {
    ...{ cwd: root, env, encoding: 'utf8' },
  });
  if (status !== 0) return undefined;
  const [, version, program] = /^(\S+) (.*)/.exec(stdout) ?? [];
  return isAtLeast(version, RUNS_PROJECT) ? program : undefined;
};

/** The lines with details in npm's report. They precede the reason. */
const DETAILS = /^(code|errno|syscall|path|dest|signal|command|A complete log)\b/;

/** The reason in npm's output. */
const reasonIn = (stderr) =>
  stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (.*\S)/.exec(line)?.[1] ?? [])
    .find((line) => !DETAILS.test(line));

const explain = ({ status, stderr }) =>
  REASONS.find(([pattern]) => pattern.test(stderr))?.[1] ??
  `The packages could not be installed (${reasonIn(stderr) ?? `npm ci ended with ${status}`}). Run "npm ci" to see its whole output.`;

const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-maxtimeout=15000'];

const whatIsMissing = (root, development) => {
  if (packagesInstalled(root, development)) return 'Installing the missing packages';
  return packagesInstalled(root)
    ? 'Installing the packages for development'
    : 'Installing the packages of package-lock.json';
};

/** The packages in node_modules whose install scripts the project needs, according to package.json. */
const withScripts = (root) =>
  Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).allowScripts ?? {})
    .filter(([name, isNeeded]) => isNeeded && existsSync(join(root, 'node_modules', name)))
    .map(([name]) => name);

/**
 * Installs the missing packages of package-lock.json, and a Node if the machine's own is too old. Includes development
 * packages if `development`. If install scripts are switched off, runs only the scripts that the project needs. Returns
 * `problem`, a message that says what to do, or `stoppedBy`, the signal that ended the installation. Returns neither on
 * success. `started` receives the process id of each npm.
 */
export const install = async (root, started, development) => {
  const env = { ...process.env, PATH: machinePath() };
  const own = ownNode(root, env);
  const lacksNode = own === undefined && !nodeDownloaded(root);
  if (packagesInstalled(root, development) && scriptsRan(root) && !lacksNode) return linkNode(root, own);

  const version = spawnSync('npm', ['--version'], { cwd: root, env, encoding: 'utf8' });
  if (version.status !== 0)
    return {
      problem: `npm is not on the PATH or does not work. Install Node with its npm from https://nodejs.org ${AGAIN}`,
    };
  if (Number(version.stdout.split('.')[0]) < OLDEST_NPM)
    return {
      problem: `npm ${OLDEST_NPM} or newer is required; this is ${version.stdout.trim()}. Install a newer Node from https://nodejs.org, or npm with "npm install --global npm", ${AGAIN}`,
    };

  /** Runs npm. Returns the failure, if any. */
  const npm = async (cwd, ...words) => {
    const ended = await run('npm', [...words, ...QUIETLY], { cwd, env, started });
    if (ended.stoppedBy !== undefined) return { stoppedBy: ended.stoppedBy };
    return ended.status === 0 ? undefined : { problem: explain(ended), isKilled: typeof ended.status === 'string' };
  };

  const installPackages = async () => {
    if (packagesInstalled(root, development)) return undefined;
    // `npm ci` would first remove what `npm start` has installed.
    const adds = development && packagesInstalled(root);
    const list = adds ? readFileSync(packageList(root)) : undefined;
    // If npm were killed while it unpacks, a later npm would keep the incomplete packages. Without npm's list of
    // packages, all packages count as missing.
    rmSync(packageList(root), { force: true });
    const failure = await npm(
      root,
      ...(adds ? ['install', '--no-save'] : ['ci']),
      development ? '--include=dev' : '--omit=dev',
      '--include=optional',
    );
    // If npm fails without being killed, it removes the packages that it has added. So the list is right again.
    if (list && failure?.isKilled === false) writeFileSync(packageList(root), list);
    return failure;
  };

  const done = showProgress(whatIsMissing(root, development));
  const failures = await Promise.all([
    installPackages(),
    lacksNode ? npm(nodeFolder(root), 'ci', '--ignore-scripts=false') : undefined,
  ]);
  const failed =
    failures.find((failure) => failure !== undefined) ??
    (scriptsRan(root) ? undefined : await npm(root, 'rebuild', '--ignore-scripts=false', ...withScripts(root)));
  done();
  if (failed) return failed;
  if (!scriptsRan(root))
    return {
      problem:
        'The packages are installed, but not the PostgreSQL that comes with them, because install scripts are switched off. Run "npm config delete ignore-scripts", then "npm ci".',
    };
  return nodeInstalled(root) ? {} : linkNode(root, own);
};

/** Links to the machine's own Node or, if that Node cannot run the project, to the downloaded Node. */
const linkNode = (root, own) => {
  const link = nodeLink(root);
  rmSync(link, { force: true });
  if (own !== undefined) {
    symlinkSync(own, link);
    return {};
  }
  // Removes the headers for compilers, a third of the downloaded Node's size.
  rmSync(join(nodePackage(root), 'node_modules'), { recursive: true, force: true });
  const { status, error } = spawnSync(downloadedNode(root), ['--version']);
  if (status === 0) {
    symlinkSync(toDownloadedNode(root), link);
    return {};
  }
  return {
    problem:
      error?.code === 'ENOENT'
        ? `The Node and the PostgreSQL that come with the packages are built for the C library glibc, but this system has another (Alpine has musl). Use a system with glibc, such as Debian, ${AGAIN}`
        : `The Node that comes with the packages does not run here (${error?.message ?? `it ended with ${status}`}). Install Node ${RUNS_PROJECT} or newer from https://nodejs.org ${AGAIN}`,
  };
};
