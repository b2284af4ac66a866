import type { Logger } from 'pino';

/**
 * Logs an uncaught error and ends the process. The log removes personal data and secrets. Node's own message would
 * contain everything that a library has attached to the error.
 */
export const logFatalErrors = (log: Logger): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends because of an uncaught error. Start it again: it resumes its work.');
    process.exit(1);
  });
};
