import { isOfLibrary } from '@vehicle-insurance/system';
import type { Logger } from 'pino';
import type { OwnAdapters } from './composition/own-adapters.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import type { EnvironmentVariables } from './configuration/secret-files.ts';
import { unreadNames } from './configuration/unread-names.ts';
import type { Variables } from './configuration/variables.ts';
import { logFatalErrors } from './observability/fatal-errors.ts';
import { secretsIn, serviceLog } from './observability/log.ts';
import type { RunningService } from './start.ts';
import { explainStartupFailure } from './startup-failure.ts';

/**
 * Milliseconds for an orderly stop, less than the project's Compose and Kubernetes files allow. The next start resumes
 * unfinished work.
 */
const STOP_WITHIN = 28_000;

/** Milliseconds that a start may still take after a signal. Then the process ends anyway. */
const START_ENDS_WITHIN = 3_000;

/** Milliseconds between two reports that a start is not ready. */
const REMIND_EVERY = 30_000;

/** npm forwards Ctrl-C as a second signal. Within these milliseconds, the second signal is ignored. */
const SAME_SIGNAL = 1_000;

/** A program and its output. */
export interface Program<Running extends RunningService = RunningService> {
  readonly logLevel: 'info' | 'warn';
  start(variables: Variables, log: Logger): Promise<Running>;
  /** Shows a warning, for example about a variable that is set but not read. */
  warn(line: string, log: Logger): void;
  ready(running: Running, variables: Variables, log: Logger): void;
  stopping(signal: string, log: Logger): void;
}

/**
 * Runs a program until a signal stops it. If the program cannot start, prints why and what to do. `adapters` are the
 * adapters that the program passes to the service.
 */
export const run = async (
  environment: EnvironmentVariables,
  programFor: (variables: Variables) => Program,
  adapters?: OwnAdapters,
): Promise<void> => {
  const read = readConfiguration(environment, adapters);
  if (read.isErr())
    return fail(['The service cannot start with this configuration:', ...read.error.map((line) => `  ${line}`)]);
  const variables = read.value;
  const program = programFor(variables);
  const log = serviceLog({ level: variables.LOG_LEVEL ?? program.logLevel, secrets: secretsIn(variables) });
  logFatalErrors(log);
  for (const line of unreadNames(environment)) program.warn(line, log);
  if (variables.ENVIRONMENT !== 'sandbox') warnOfLibraries(environment, (line) => program.warn(line, log));

  const starting = program.start(variables, log);
  stopOnSignal(starting, (signal) => program.stopping(signal, log), log);
  const reminder = remind((line) => program.warn(line, log));
  const running = await starting.catch((error: Error) => {
    log.debug({ err: error }, 'start failed');
    return fail([`The service cannot start: ${explainStartupFailure(error, variables)}`]);
  });
  clearInterval(reminder);
  program.ready(running, variables, log);
};

const warnOfLibraries = (environment: EnvironmentVariables, warn: (line: string) => void): void => {
  const set = Object.keys(environment).filter(isOfLibrary);
  if (set.length > 0)
    warn(`${set.join(', ')}: set but not read. These are variables of libraries and have no effect here.`);
};

const remind = (warn: (line: string) => void): NodeJS.Timeout => {
  let seconds = 0;
  return setInterval(() => {
    seconds += REMIND_EVERY / 1_000;
    warn(`Not ready after ${seconds} seconds. Press Ctrl-C to end the start; set LOG_LEVEL=debug for details.`);
  }, REMIND_EVERY).unref();
};

const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const stopOnSignal = (starting: Promise<RunningService>, onSignal: (signal: string) => void, log: Logger): void => {
  let askedAt: number | undefined;
  let isStarting = true;
  const started = (): void => void (isStarting = false);
  void starting.then(started, started);
  const stop = (signal: string): void => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > SAME_SIGNAL)
        fail(['Ended at the second signal: the next start resumes the unfinished work.']);
      return;
    }
    askedAt = performance.now();
    onSignal(signal);
    setTimeout(() => {
      if (isStarting) fail(['Ended before the start was complete: the next start resumes its work.']);
    }, START_ENDS_WITHIN);
    setTimeout(() => {
      log.error('some work did not finish in time: the next start resumes it');
      process.exit(1);
    }, STOP_WITHIN);
    void starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'some parts could not be stopped properly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
