import { isOfLibrary } from '@vehicle-insurance/system';
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

/** Milliseconds that a start may still take when it is asked to stop: the next start takes up what it has begun. */
const START_ENDS_WITHIN = 3_000;

/** Milliseconds after which a start says, again and again, that it is not ready. */
const REMIND_EVERY = 30_000;

/** Milliseconds within which a second signal is the same Ctrl-C, since npm passes it on. */
const SAME_SIGNAL = 1_000;

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
  if (variables.ENVIRONMENT !== 'sandbox') warnOfLibraries(environment, (line) => program.warn(line, log));

  const starting = program.start(variables, log);
  stopOnSignal(starting, (signal) => program.stopping(signal, log), log);
  const reminder = remind((line) => program.warn(line, log));
  const running = await starting.catch((error: Error) => {
    log.debug({ err: error }, 'start failed');
    return fail([`The service cannot start: ${whyNotStarted(error, variables)}`]);
  });
  clearInterval(reminder);
  program.ready(running, variables, log);
};

const warnOfLibraries = (environment: EnvironmentVariables, warn: (line: string) => void): void => {
  const set = Object.keys(environment).filter(isOfLibrary);
  if (set.length > 0) warn(`${set.join(', ')}: set and not read. They are variables of libraries and have no effect.`);
};

const remind = (warn: (line: string) => void): NodeJS.Timeout => {
  let seconds = 0;
  return setInterval(() => {
    seconds += REMIND_EVERY / 1_000;
    warn(`Not ready after ${seconds} seconds. Ctrl-C ends the start; LOG_LEVEL=debug says more about it.`);
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
        fail(['Ended at the second signal: the next start takes up what was left.']);
      return;
    }
    askedAt = performance.now();
    onSignal(signal);
    setTimeout(() => {
      if (isStarting) fail(['Ended before it had started: the next start takes up what was begun.']);
    }, START_ENDS_WITHIN);
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
