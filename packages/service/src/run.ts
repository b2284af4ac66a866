import type { Logger } from 'pino';
import { readConfiguration } from './configuration/read-configuration.ts';
import type { EnvironmentVariables } from './configuration/secret-files.ts';
import { unreadNames } from './configuration/unread-names.ts';
import type { Variables } from './configuration/variables.ts';
import { logFatalErrors } from './observability/fatal-errors.ts';
import { secretsIn, serviceLog } from './observability/log.ts';
import type { RunningService } from './start.ts';
import { whyNotStarted } from './startup-failure.ts';

/**
 * Milliseconds for an orderly stop: less than an orchestrator usually waits before it kills. Work that is left then is
 * resumed later.
 */
const STOP_WITHIN = 28_000;

/** What a process runs, and what it prints. */
export interface Program<Running extends RunningService = RunningService> {
  /** The log level unless configured. */
  readonly logLevel: 'info' | 'warn';
  start(variables: Variables, log: Logger): Promise<Running>;
  /** Warns of variables that are set but not read. */
  warn(line: string, log: Logger): void;
  ready(running: Running, variables: Variables, log: Logger): void;
  stopping(signal: string, log: Logger): void;
}

/** Runs a program until it is asked to stop. If it cannot start, prints why in lines that say what to do. */
export const run = async (
  environment: EnvironmentVariables,
  programFor: (variables: Variables) => Program,
): Promise<void> => {
  const read = readConfiguration(environment);
  if (read.isErr())
    return fail(['The service cannot start with this configuration:', ...read.error.map((line) => `  ${line}`)]);
  const variables = read.value;
  const program = programFor(variables);
  const log = serviceLog({ level: variables.LOG_LEVEL ?? program.logLevel, secrets: secretsIn(variables) });
  logFatalErrors(log);
  for (const line of unreadNames(environment)) program.warn(line, log);

  const starting = program.start(variables, log);
  stopOnSignal(starting, (signal) => program.stopping(signal, log), log);
  const running = await starting.catch((error: Error) => {
    log.debug({ err: error }, 'start failed');
    return fail([`The service cannot start: ${whyNotStarted(error, variables)}`]);
  });
  program.ready(running, variables, log);
};

const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const stopOnSignal = (starting: Promise<RunningService>, onSignal: (signal: string) => void, log: Logger): void => {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    onSignal(signal);
    setTimeout(() => {
      log.error('not everything could be finished in time: the next start takes it up again');
      process.exit(1);
    }, STOP_WITHIN);
    void starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'not everything could be stopped in order');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
