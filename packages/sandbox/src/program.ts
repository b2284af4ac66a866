import type { Program } from '@vehicle-insurance/service';
import { banner } from './banner.ts';
import { startSandbox, type RunningSandbox } from './start-sandbox.ts';

/** A sandbox program, with output for a person. */
export const sandboxProgram: Program<RunningSandbox> = {
  logLevel: 'warn',
  start: (variables, log) => startSandbox(variables, log, { hasConsole: true }),
  warn: (line) => void process.stderr.write(`${line}\n`),
  ready: ({ url, metricsUrl, sandbox, consoleLink, webhooksUrl }, { ROLE }) =>
    void process.stdout.write(
      sandbox ? banner(sandbox, metricsUrl, consoleLink, webhooksUrl) : `\n  Ready as ${ROLE} at ${url}\n\n`,
    ),
  stopping: () => void process.stdout.write('\n  Stopping: work in progress is finished first.\n'),
};
