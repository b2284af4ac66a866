import process from 'node:process';

/** The reason why a running program stops: its standard output was closed, as after `| head`. */
export class ReadNoFurther extends Error {
  constructor() {
    super('Nobody reads what the courier prints, so it has stopped: start it again. What is due stays due.');
  }
}

/**
 * Stops in order when standard output is closed, as after `| head`; any other error of it is printed to standard error.
 * Errors of standard error itself are ignored.
 */
export const endWhenReadNoFurther = (stop: AbortController): void => {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The answer cannot be printed: ${message}. What was done stays done; print elsewhere.\n`);
    }
    stop.abort(code === 'EPIPE' ? new ReadNoFurther() : undefined);
  });
  process.stderr.on('error', () => undefined);
};
