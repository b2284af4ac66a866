import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { nodeInstalled, packagesInstalled, scriptsRan } from './installed.mjs';
import { isAtLeast, RUNS_PROJECT } from './node-version.mjs';

// Runs before programs that are started by name, with the argument `all` before programs that need development
// packages. If packages are missing, those programs would fail with a stack trace.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const development = process.argv.includes('all');
const advice = development ? 'Run npm test once: it installs' : 'Run npm start or npm test once: both install';

if (!nodeInstalled(root) && !isAtLeast(process.version, RUNS_PROJECT)) {
  console.error(
    `Node ${RUNS_PROJECT} or newer is required; this is ${process.version}. ${advice} one for this project.`,
  );
  process.exitCode = 1;
} else if (!packagesInstalled(root, development) || !scriptsRan(root) || !nodeInstalled(root)) {
  console.error(`Packages are missing or outdated. ${advice} them first.`);
  process.exitCode = 1;
}
