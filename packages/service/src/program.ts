import { takeEnvironment } from '@vehicle-insurance/system';
import { preparedInfrastructure } from './composition/infrastructure.ts';
import type { OwnAdapters } from './composition/own-adapters.ts';
import type { EnvironmentVariables } from './configuration/secret-files.ts';
import { migrateCommand } from './migrate-command.ts';
import { run, type Program } from './run.ts';
import { start, type StartOptions } from './start.ts';

/** Adapters of your own, and `decorators` that replace any other part of the service. */
export interface ServiceOptions extends OwnAdapters, Pick<StartOptions, 'decorators'> {}

/** The service in staging and production. */
export const serviceProgram = ({ decorators = {}, ...adapters }: ServiceOptions = {}): Program => ({
  logLevel: 'info',
  start: (variables, log) =>
    start(variables, log, { decorators, infrastructure: () => preparedInfrastructure(variables, log, adapters) }),
  warn: (line, log) => log.warn(line),
  ready: ({ url, metricsUrl }, { ROLE }, log) => log.info({ listening: url, metrics: metricsUrl, role: ROLE }, 'ready'),
  stopping: (signal, log) => log.info(`${signal}: finishing the work in progress`),
});

/**
 * The service with adapters of your own, such as a provider, an authority or a store. The environment variables name
 * all other adapters. `run` serves until a signal stops the process. `migrate` migrates the database, as `npm run
 * migrate` does. The operator's command and the console call providers too, so pass the same adapters to
 * `createOperator`.
 *
 * Removes from `environment`, usually `process.env`, the variables that only libraries would read.
 */
export const createService = (environment: EnvironmentVariables, options: ServiceOptions = {}) => {
  const own = takeEnvironment(environment);
  return {
    run: (): Promise<void> => run(own, () => serviceProgram(options), options),
    migrate: (): Promise<void> => migrateCommand(own, options),
  };
};
