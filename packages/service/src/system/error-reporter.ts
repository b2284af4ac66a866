import type { ErrorReporter } from '@vehicle-insurance/core';
import type { Logger } from 'pino';

/** Logs errors, and calls `counted` for each error. */
export const loggingErrorReporter = (log: Logger, counted?: () => void): ErrorReporter => ({
  report: ({ what, about, cause }) => {
    log.error({ ...about, ...(cause !== undefined && { err: cause }) }, what);
    counted?.();
  },
});
