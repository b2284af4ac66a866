import type { Program } from '@vehicle-insurance/service';
import { banner, followerBanner } from './banner.ts';
import { startSandbox, type RunningSandbox } from './start-sandbox.ts';

/** A sandbox, whose terminal a person reads. */
export const sandboxProgram: Program<RunningSandbox> = {
  logLevel: 'warn',
  start: (variables, log) => startSandbox(variables, log, { hasConsole: true }),
  warn: (line) => void process.stderr.write(`${line}\n`),
  ready: ({ url, metricsUrl, sandbox, joined, consoleLink }, { ROLE }) => {
    const ready = `Ready as ${ROLE} at ${url}`;
    if (sandbox) process.stdout.write(banner(sandbox, metricsUrl, consoleLink));
    else process.stdout.write(joined ? followerBanner(joined, ready, metricsUrl) : `\n  ${ready}\n\n`);
  },
  stopping: () => void process.stdout.write('\n  Stopping: what is under way is finished first.\n'),
};
