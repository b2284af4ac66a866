import { CommanderError } from 'commander';
import { operatorProgram } from './program.ts';

// The operator's command: `npm run -s operator -- <noun> <verb> …`.
try {
  await operatorProgram(process.env).parseAsync(process.argv);
} catch (error) {
  // Commander has printed its own refusals, and --help ends here too.
  if (!(error instanceof CommanderError)) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
