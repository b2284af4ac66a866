import process from 'node:process';

/** Why the program stops if its standard output was closed, as after `| head`. */
export class OutputClosed extends Error {
  constructor() {
    super('The courier has stopped because its standard output was closed: start it again. Due deliveries remain due.');
  }
}

/**
 * Stops the program in an orderly way if standard output fails, for example because it was closed, as after `| head`.
 * Any other failure is also printed to standard error. Errors of standard error are ignored.
 */
export const stopOnEpipe = (stop: AbortController): void => {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(
        `The result cannot be printed: ${message}. The command was carried out; redirect its output elsewhere.\n`,
      );
    }
    stop.abort(code === 'EPIPE' ? new OutputClosed() : undefined);
  });
  process.stderr.on('error', () => undefined);
};
