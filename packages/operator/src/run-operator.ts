import { CommanderError } from 'commander';
import type { OpenContext } from './context.ts';
import { operatorProgram, type MoreNouns } from './program.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the operator's command with these arguments. Resolves with the exit code. Default of `terminal`: this process's
 * own terminal.
 */
export const runOperator = async (
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  open?: OpenContext,
  terminal: Terminal = process,
  moreNouns?: MoreNouns,
): Promise<number> => {
  try {
    await operatorProgram(environment, open, terminal, moreNouns).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed its message. `--help` ends here too.
    if (error instanceof CommanderError) return error.exitCode;
    terminal.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
};
