import type { Incidents } from '@vehicle-insurance/core';
import type { Logger } from 'pino';

/** Incidents as lines of the log; `counted` is told that there was one. */
export const loggedIncidents = (log: Logger, counted?: () => void): Incidents => ({
  report: ({ what, about, cause }) => {
    log.error({ ...about, ...(cause !== undefined && { err: cause }) }, what);
    counted?.();
  },
});
