import { CommanderError } from 'commander';
import { takeEnvironment } from './environment.ts';
import { stopOnEpipe } from './handle-epipe.ts';

// PostgreSQL's driver reads variables when it is loaded, so they are removed first.
const environment = takeEnvironment(process.env);
const { courierProgram } = await import('./program.ts');

// The courier: `run`, and the commands that configure it.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
stopOnEpipe(stop);

try {
  await courierProgram(environment, process.stdout, stop.signal).parseAsync(process.argv);
} catch (error) {
  // Commander has already printed its message. `--help` ends here too.
  if (!(error instanceof CommanderError)) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
