import type { Program } from '@vehicle-insurance/service';
import { banner } from './banner.ts';
import type { SimulatorPorts } from './simulators.ts';
import { serveSandbox, type ServedSandbox } from './serve-sandbox.ts';

/** A sandbox program, with output for a person. */
export const sandboxProgram = (simulatorPorts?: SimulatorPorts): Program<ServedSandbox> => ({
  logLevel: 'warn',
  start: (variables, log) => serveSandbox(variables, log, { hasConsole: true, simulatorPorts }),
  warn: (line) => void process.stderr.write(`${line}\n`),
  ready: ({ url, metricsUrl, sandbox, consoleLink, webhooksUrl }, { ROLE }) =>
    void process.stdout.write(
      sandbox ? banner(sandbox, metricsUrl, consoleLink, webhooksUrl) : `\n  Ready as ${ROLE} at ${url}\n\n`,
    ),
  stopping: () => void process.stdout.write('\n  Stopping: work in progress is finished first.\n'),
});
