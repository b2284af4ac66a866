import process from 'node:process';
import type { OpenContext } from './context.ts';
import type { MoreNouns } from './program.ts';
import { runOperator } from './run-operator.ts';

/** Runs the operator's command that this process was started with: its words, its terminal, and its exit code. */
export const runAsProcess = async (
  environment: Readonly<Record<string, string | undefined>>,
  open?: OpenContext,
  moreNouns?: MoreNouns,
): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReadNoFurther(error)) return;
    process.exitCode = 1;
    process.stderr.write(
      `The answer cannot be printed: ${error.message}. What was done stays done; print elsewhere.\n`,
    );
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isReadNoFurther(error)) process.exitCode = 1;
  });
  const code = await runOperator(process.argv.slice(2), environment, open, process, moreNouns);
  process.exitCode ??= code;
};

/** The reader has closed the pipe, as `head` does: the command continues, and ends normally. */
const isReadNoFurther = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';
