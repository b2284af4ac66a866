// Runs before `npm start`, `npm test` and the other commands: makes node_modules what package-lock.json says.
//
// It has to work with nothing installed and whatever Node the machine has, so it is plain JavaScript on the standard
// library alone. It says nothing when there is nothing to do, and never writes to stdout, which belongs to the command.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installed } from './installed.mjs';
import { alone } from './install-lock.mjs';
import { install } from './npm-ci.mjs';

const OLDEST_NODE = 20;
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const problem = () => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    return `Node ${OLDEST_NODE} or newer is needed, this is ${process.version}. Install it from https://nodejs.org and run the command again.`;
  if (!existsSync(join(root, 'package-lock.json')))
    return 'package-lock.json is missing. Restore it with "git checkout package-lock.json" and run the command again.';
  return alone(join(root, '.install-lock'), () => (installed(root) ? undefined : install(root)));
};

if (!installed(root)) {
  const sentence = problem();
  if (sentence !== undefined) {
    console.error(sentence);
    process.exitCode = 1;
  }
}
