import process from 'node:process';

/** Ends in order where nobody reads what is printed any more, as after `| head`; what else keeps it from being printed is told. */
export const endWhenReadNoFurther = (stop: AbortController): void => {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The answer cannot be printed: ${message}. What was done stays done; print elsewhere.\n`);
    }
    stop.abort();
  });
};
