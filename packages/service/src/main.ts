import { StoreUnavailable } from '@vehicle-insurance/core';
import { pino } from 'pino';
import { readConfiguration } from './configuration/read-configuration.ts';
import type { Variables } from './configuration/variables.ts';
import { start } from './start.ts';
import { welcome } from './welcome.ts';

/** Milliseconds to stop in order: less than an orchestrator usually waits before it kills. What is left then is taken up again. */
const STOP_WITHIN = 28_000;

/** One line a person can act on; the stack stays in the cause, for those who ask for it. */
const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const whyOf = (error: Error, { DATABASE_URL }: Variables): string =>
  error instanceof StoreUnavailable && DATABASE_URL !== undefined
    ? `nothing answers at ${new URL(DATABASE_URL).host}. Start the database, or correct DATABASE_URL.`
    : error.message;

const variables = readConfiguration(process.env);
if (variables.isErr())
  fail(['The service cannot start with this configuration:', ...variables.error.map((line) => `  ${line}`)]);
else {
  const configuration = variables.value;
  const log = pino({ level: configuration.LOG_LEVEL });
  const starting = start(configuration, log);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: finishing what is under way`);
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

  const running = await starting.catch((error: Error) => {
    log.debug({ err: error }, 'start failed');
    return fail([`The service cannot start: ${whyOf(error, configuration)}`]);
  });
  if (running.sandbox) process.stdout.write(welcome(running.sandbox));
  else log.info({ url: running.url, role: configuration.ROLE }, 'ready');
}
