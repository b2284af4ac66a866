import type { Logger } from 'pino';

/**
 * Logs an uncaught error before it ends the process, as it would anyhow. The log removes personal data and secrets;
 * Node itself would print everything that a library has attached to the error.
 */
export const logFatalErrors = (log: Logger): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends over an error nobody caught. Start it again: it takes up its work.');
    process.exit(1);
  });
};
