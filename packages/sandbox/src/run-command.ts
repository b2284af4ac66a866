import { readFileSync } from 'node:fs';
import { takeEnvironment } from '@vehicle-insurance/system';
import { HELP, readCommandLine } from './command-line.ts';
import { START_WITH } from './own-commands.ts';

/**
 * Prints the help or the version, or runs the sandbox until a signal stops it. In staging and production, runs the
 * service instead.
 */
export const runCommand = async (
  words: readonly string[],
  variables: Record<string, string | undefined>,
): Promise<void> => {
  const requested = read(words);
  if (requested.print !== undefined)
    return void process.stdout.write(requested.print === 'help' ? HELP : `${version()}\n`);
  const environment = takeEnvironment(variables);
  const { run, serviceProgram } = await import('@vehicle-insurance/service');
  const { sandboxProgram } = await import('./program.ts');
  return run(environment, ({ ENVIRONMENT }) =>
    ENVIRONMENT === 'sandbox' ? sandboxProgram(requested.simulatorPorts) : serviceProgram(),
  );
};

const read = (words: readonly string[]) => {
  try {
    return readCommandLine(words);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message.replace(/\.?$/, '.')} Run ${START_WITH} --help for the options.`, {
      cause: error,
    });
  }
};

const version = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
};
