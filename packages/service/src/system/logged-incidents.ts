import type { Incidents } from '@vehicle-insurance/core';
import type { Logger } from 'pino';

/** Incidents as lines of the log. */
export const loggedIncidents = (log: Logger): Incidents => ({
  report: ({ what, about, cause }) => log.error({ ...about, ...(cause !== undefined && { err: cause }) }, what),
});
