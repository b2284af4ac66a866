import process from 'node:process';

/** Nobody reads what is printed any more, as after `| head`: why a program stops that would have gone on. */
export class ReadNoFurther extends Error {
  constructor() {
    super('Nobody reads what the courier prints, so it has stopped: start it again. What is due stays due.');
  }
}

/**
 * Stops in order where nobody reads what is printed any more; what else keeps it from being printed is told. Where nobody
 * reads the errors, there is nobody to tell.
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
