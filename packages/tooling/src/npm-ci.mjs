import { spawnSync } from 'node:child_process';
import { delimiter, join, sep } from 'node:path';
import process from 'node:process';

const OLDEST_NPM = 10;
const AGAIN = 'and run the command again.';

/** What npm's error codes mean to the person who typed the command. */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
    `The packages could not be downloaded: npm's registry cannot be reached. Check the network and npm's proxy and registry settings ("npm ping") ${AGAIN}`,
  ],
  [
    /E401|E403|E407/,
    `The package registry refuses access. Check npm's registry and proxy settings ("npm ping") ${AGAIN}`,
  ],
  [/ENOSPC/, `The disk is full. Make room for about 500 MB ${AGAIN}`],
  [
    /EACCES|EPERM|EROFS/,
    `npm may not write here. Make this folder and npm's cache yours ("npm config get cache") ${AGAIN}`,
  ],
  [/EUSAGE/, `package.json and package-lock.json disagree. Run "npm install" once ${AGAIN}`],
];

/**
 * The machine's own PATH, without the folders npm puts in front of it for a script: the `node` in node_modules is
 * about to be replaced, and must not be what runs npm.
 */
const machinePath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
    .join(delimiter);

/** Installs from package-lock.json. Answers nothing when all went well, or one sentence that says what to do. */
export const install = (root) => {
  const env = { ...process.env, PATH: machinePath() };
  const npm = (...words) =>
    spawnSync('npm', words, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  const version = npm('--version');
  if (version.error !== undefined)
    return `npm is not on the PATH. Install Node with its npm from https://nodejs.org ${AGAIN}`;
  if (Number(version.stdout.split('.')[0]) < OLDEST_NPM)
    return `npm ${OLDEST_NPM} or newer is needed, this is ${version.stdout.trim()}. Install a newer Node from https://nodejs.org, or npm with "npm install --global npm", ${AGAIN}`;

  console.error('Installing the packages of package-lock.json. This takes up to a minute, the first time only.');
  const ci = npm(
    'ci',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retry-maxtimeout=15000',
  );
  if (ci.status !== 0) {
    const reason = REASONS.find(([pattern]) => pattern.test(ci.stderr));
    if (reason !== undefined) return reason[1];
    const said = ci.stderr.split('\n').find((line) => /^npm (error|ERR!) (?!code|errno|A complete log)/.test(line));
    return `The packages could not be installed (${said?.trim() ?? `npm ci ended with ${ci.status ?? ci.signal}`}). Run "npm ci" to see everything it says.`;
  }
  const node = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return node.status === 0
    ? undefined
    : 'The packages are there, but not the Node that comes with them: install scripts are switched off. Run "npm config delete ignore-scripts", then "npm ci".';
};
