import {
  compose,
  configuredInfrastructure,
  loggingErrorReporter,
  requireSchema,
  run,
} from '@vehicle-insurance/service';
import { startConsole } from './start-console.ts';

// The operators' console of staging and production, beside the service and on the same database. A sandbox brings its own.
await run(process.env, () => ({
  logLevel: 'info',
  warn: (line, log) => log.warn(line),
  start: async (variables, log) => {
    if (variables.ENVIRONMENT === 'sandbox')
      throw new Error(
        'ENVIRONMENT is sandbox, and this program knows no sandbox: `npm start` has a console of its own.',
      );
    if (variables.CONSOLE_URL === undefined)
      throw new Error('CONSOLE_URL is missing. Set it to the https:// address at which operators reach the console.');
    const infrastructure = configuredInfrastructure(variables);
    await requireSchema({ url: infrastructure.databaseUrl, environment: variables.ENVIRONMENT });
    const errorReporter = loggingErrorReporter(log);
    const service = await compose({ configuration: variables, infrastructure, errorReporter }).open({});
    const operators = await startConsole(variables, service).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    return {
      url: operators.url,
      metricsUrl: undefined,
      stop: async () => {
        await operators.stop();
        await service.close();
      },
    };
  },
  ready: ({ url }, _, log) => log.info({ listening: url }, 'ready'),
  stopping: (signal, log) => log.info(`${signal}: finishing what is under way`),
}));
