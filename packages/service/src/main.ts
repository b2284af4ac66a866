import { readConfiguration } from './configuration/read-configuration.ts';
import { unreadNames } from './configuration/unread-names.ts';
import { sayLastWords } from './observability/last-words.ts';
import { secretsIn, serviceLog } from './observability/log.ts';
import { start } from './start.ts';
import { welcome, welcomeBeside } from './welcome.ts';
import { whyNotStarted } from './why-not-started.ts';

/** Milliseconds to stop in order: less than an orchestrator usually waits before it kills. What is left then is taken up again. */
const STOP_WITHIN = 28_000;

/** Lines a person can act on, and nothing else. */
const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const variables = readConfiguration(process.env);
if (variables.isErr())
  fail(['The service cannot start with this configuration:', ...variables.error.map((line) => `  ${line}`)]);
else {
  const configuration = variables.value;
  // A person reads a sandbox's terminal; elsewhere a machine reads the log.
  const isSandbox = configuration.ENVIRONMENT === 'sandbox';
  const level = configuration.LOG_LEVEL ?? (isSandbox ? 'warn' : 'info');
  const log = serviceLog({ level, secrets: secretsIn(configuration) });
  sayLastWords(log);
  for (const line of unreadNames(process.env))
    if (isSandbox) process.stderr.write(`${line}\n`);
    else log.warn(line);

  const starting = start(configuration, log);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    if (isSandbox) process.stdout.write('\n  Stopping: what is under way is finished first.\n');
    else log.info(`${signal}: finishing what is under way`);
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
    return fail([`The service cannot start: ${whyNotStarted(error, configuration)}`]);
  });
  if (running.sandbox) process.stdout.write(welcome(running.sandbox, running.metricsUrl));
  else if (isSandbox) {
    const ready = `Ready as ${configuration.ROLE} at ${running.url}`;
    const said = running.joined ? welcomeBeside(running.joined, ready, running.metricsUrl) : `\n  ${ready}\n\n`;
    process.stdout.write(said);
  } else log.info({ listening: running.url, metrics: running.metricsUrl, role: configuration.ROLE }, 'ready');
}
