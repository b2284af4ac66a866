import { CommanderError } from 'commander';
import { takeEnvironment } from './environment.ts';
import { endWhenReadNoFurther } from './read-no-further.ts';

// PostgreSQL's driver reads some variables when it is loaded, so it is loaded after they are removed.
const environment = takeEnvironment(process.env);
const { courierProgram } = await import('./program.ts');

// The courier: `run`, and the commands that arrange what it does.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
endWhenReadNoFurther(stop);

try {
  await courierProgram(environment, process.stdout, stop.signal).parseAsync(process.argv);
} catch (error) {
  // Commander has printed its message already; `--help` ends here too.
  if (!(error instanceof CommanderError)) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
