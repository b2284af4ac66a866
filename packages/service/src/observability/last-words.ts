import type { Logger } from 'pino';

/**
 * An error nobody has caught ends the process, as it would anyhow. It is told in a line of the log like any other error,
 * without the people and secrets in it: Node itself would print everything that a library has hung on it.
 */
export const sayLastWords = (log: Logger): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends over an error nobody caught. Start it again: it takes up its work.');
    process.exit(1);
  });
};
