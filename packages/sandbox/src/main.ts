#!/usr/bin/env node
import process from 'node:process';

// Runs as `npm start` and `npx @vehicle-insurance/sandbox`. Starts the sandbox or, if ENVIRONMENT is staging or
// production, the service itself. An older Node can parse only this file, so it imports nothing before the version
// check.

const OLDEST_NODE = 24;

const fail = (line: string): void => {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
};

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
  fail(
    `The sandbox needs Node ${OLDEST_NODE} or newer, and this is ${process.version}. Install it from https://nodejs.org and start again.`,
  );
else if (process.argv[2] === 'operator') {
  process.argv.splice(2, 1);
  await import('./operator.ts');
} else {
  const { runCommand } = await import('./run-command.ts');
  await runCommand(process.argv.slice(2), process.env).catch((error: Error) => fail(error.message));
}
