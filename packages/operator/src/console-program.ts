import { startConsole } from '@vehicle-insurance/console';
import { compose, loggingErrorReporter, observability, requireSchema, type Program } from '@vehicle-insurance/service';
import { configured, keptBordereaux, type OpenInfrastructure } from './context.ts';

/** The operators' console as a separate process, on the service's database. */
export const consoleProgram = (openInfrastructure: OpenInfrastructure = configured()): Program => ({
  logLevel: 'info',
  warn: (line, log) => log.warn(line),
  start: async (variables, log) => {
    if (variables.CONSOLE_URL === undefined)
      throw new Error('CONSOLE_URL is missing. Set it to the https:// address at which operators reach the console.');
    if (variables.METRICS_PORT === variables.CONSOLE_PORT && variables.CONSOLE_PORT !== 0)
      throw new Error('METRICS_PORT must differ from CONSOLE_PORT: the console serves its metrics on a separate port.');
    await using starting = new AsyncDisposableStack();
    const observer = await observability(variables, log);
    starting.defer(observer.close);
    const infrastructure = await openInfrastructure(variables, process.stderr);
    starting.defer(infrastructure.close);
    const errorReporter = loggingErrorReporter(log, observer.reportedError);
    await requireSchema({ url: infrastructure.databaseUrl, environment: variables.ENVIRONMENT });
    const service = await compose({ configuration: variables, infrastructure, errorReporter }).open(
      ...observer.decorators,
    );
    starting.defer(service.close);
    observer.follow(service.bound);
    const bordereaux = keptBordereaux(variables, service.bound);
    const operators = await startConsole(variables, service, { bordereaux });
    starting.defer(operators.stop);
    const started = starting.move();
    return { url: operators.url, metricsUrl: observer.metricsUrl, stop: () => started.disposeAsync() };
  },
  ready: ({ url, metricsUrl }, _, log) => log.info({ listening: url, metrics: metricsUrl }, 'ready'),
  stopping: (signal, log) => log.info(`${signal}: finishing the work in progress`),
});
