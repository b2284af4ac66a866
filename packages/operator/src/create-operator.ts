import type { OwnAdapters } from '@vehicle-insurance/service';
import { takeEnvironment } from '@vehicle-insurance/system';
import { configured, openContext } from './context.ts';
import { runAsProcess } from './run-as-process.ts';

/**
 * The operators' command and console for staging and production. Both call providers and the authority, so pass the
 * same `adapters` as to `createService`. Like `createService`, this function removes from `environment` the variables
 * that only libraries would read.
 */
export const createOperator = (
  environment: Readonly<Record<string, string | undefined>>,
  adapters: OwnAdapters = {},
) => {
  const own = takeEnvironment(environment);
  return {
    /** Runs the command with the arguments of this process. */
    runCommand: (): Promise<void> =>
      runAsProcess(own, (variables, by, stderr) => openContext(variables, by, configured(adapters), stderr, adapters)),
    /** Serves the console until a signal stops the process. */
    runConsole: async (): Promise<void> => {
      const { run } = await import('@vehicle-insurance/service');
      // Most commands do not need the console's library.
      const { consoleProgram } = await import('./console-program.ts');
      return run(own, () => consoleProgram(configured(adapters)), adapters);
    },
  };
};
