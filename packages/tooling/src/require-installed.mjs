import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { nodeInstalled, packagesInstalled, scriptsRan } from './installed.mjs';

// Runs before programs that are started by name. Without packages, the machine's own Node would fail with a stack
// trace.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

if (!packagesInstalled(root) || !scriptsRan(root) || !nodeInstalled(root)) {
  console.error('Packages are missing or outdated. Run npm start or npm test once: both install them first.');
  process.exitCode = 1;
}
