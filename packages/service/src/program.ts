import type { Program } from './run.ts';
import { start } from './start.ts';

/** The service in staging and production. Machines read its log. */
export const serviceProgram: Program = {
  logLevel: 'info',
  start: (variables, log) => start(variables, log),
  warn: (line, log) => log.warn(line),
  ready: ({ url, metricsUrl }, { ROLE }, log) => log.info({ listening: url, metrics: metricsUrl, role: ROLE }, 'ready'),
  stopping: (signal, log) => log.info(`${signal}: finishing the work in progress`),
};
