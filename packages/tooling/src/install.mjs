// The first step of `npm start`, `npm test` and `npm run ci`: installs the packages of package-lock.json. Development
// packages are installed with the argument `all`, or if some are already installed. Each script of package.json calls
// this file explicitly, because npm runs no "pre" scripts if install scripts are switched off.
//
// The file must work with nothing installed and on any Node, so it is plain JavaScript with only the standard library.
// It prints nothing if there is nothing to do, and never writes to stdout, which belongs to the command.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hasDevelopment, nodeInstalled, packagesInstalled, scriptsRan } from './installed.mjs';
import { alone } from './install-lock.mjs';
import { refuseOldNode } from './node-version.mjs';
import { install } from './npm.mjs';
import { refusal } from './refusal.mjs';

const OLDEST_NODE = 20;
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const lock = join(root, '.install-lock');

const readable = (file) => {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
};

const development = process.argv.includes('all') || hasDevelopment(root);

const isInstalled = () => packagesInstalled(root, development) && scriptsRan(root) && nodeInstalled(root);

const installOnce = async () => {
  const problem = refuseOldNode(OLDEST_NODE, process.version);
  if (problem !== undefined) return { problem };
  if (!readable(join(root, 'package-lock.json')))
    return {
      problem:
        'package-lock.json is missing or damaged. Restore it with "git checkout package-lock.json" and run the command again.',
    };
  try {
    return await alone(lock, async (started) => (isInstalled() ? {} : install(root, started, development)));
  } catch (error) {
    if (error.syscall === undefined) throw error;
    return { problem: refusal(error, root, lock) };
  }
};

if (!isInstalled()) {
  const { problem, stoppedBy } = await installOnce();
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
  // Ends by the signal that was caught, so that npm and the shell do not report a failure.
  if (stoppedBy !== undefined) process.kill(process.pid, stoppedBy);
}
