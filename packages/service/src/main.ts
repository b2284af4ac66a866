import { pino } from 'pino';
import { welcome } from './welcome.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import { start } from './start.ts';

/** One line a person can act on; the stack stays in the cause, for those who ask for it. */
const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const variables = readConfiguration(process.env);
if (variables.isErr())
  fail(['The service cannot start with this configuration:', ...variables.error.map((line) => `  ${line}`)]);
else {
  const configuration = variables.value;
  const log = pino({ level: configuration.LOG_LEVEL });
  const running = await start(configuration, log).catch((error: Error) => {
    log.debug({ err: error }, 'start failed');
    return fail([`The service cannot start: ${error.message}`]);
  });

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: finishing what is under way`);
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'not everything could be stopped in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  if (running.sandbox) process.stdout.write(welcome(running.sandbox));
  else log.info({ url: running.url, role: configuration.ROLE }, 'ready');
}
