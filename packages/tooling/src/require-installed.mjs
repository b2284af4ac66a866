import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { nodeInstalled, packagesInstalled } from './installed.mjs';

// In front of programs that people start by name: without packages, the machine's own Node would end in a stack trace.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

if (!packagesInstalled(root) || !nodeInstalled(root)) {
  console.error('Packages are missing or outdated. Run npm start or npm test once: both install them first.');
  process.exitCode = 1;
}
