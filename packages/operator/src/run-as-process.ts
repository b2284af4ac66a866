import process from 'node:process';
import type { OpenContext } from './context.ts';
import type { MoreNouns } from './program.ts';
import { runOperator } from './run-operator.ts';

/** Runs the operator's command with the arguments and terminal of this process, and sets its exit code. */
export const runAsProcess = async (
  environment: Readonly<Record<string, string | undefined>>,
  open?: OpenContext,
  moreNouns?: MoreNouns,
): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isClosedPipe(error)) return;
    process.exitCode = 1;
    process.stderr.write(
      `The output cannot be written: ${error.message}. The command’s changes, if any, are stored; write the output elsewhere.\n`,
    );
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isClosedPipe(error)) process.exitCode = 1;
  });
  const code = await runOperator(process.argv.slice(2), environment, open, process, moreNouns);
  process.exitCode ??= code;
};

/** Whether the reader has closed the pipe, as `head` does. The command continues and ends normally. */
const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';
