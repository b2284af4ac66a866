import { once } from 'node:events';
import { Command } from 'commander';
import type { Run } from './command-context.ts';
import { readConfiguration } from './configuration.ts';
import { startCourier } from './courier.ts';
import { deliveryCommands, otherCommands } from './delivery-commands.ts';
import { endpointCommands } from './endpoint-commands.ts';
import { observe } from './observe.ts';
import { openStore } from './store/open-store.ts';

/** Takes text. */
interface Output {
  readonly write: (text: string) => unknown;
}

/** The courier's commands; `run` is the courier itself, until the signal. */
export const courierProgram = (
  environment: Readonly<Record<string, string | undefined>>,
  stdout: Output,
  signal: AbortSignal,
): Command => {
  const program = new Command('courier').description('Events of companies as signed webhooks.').exitOverride();
  const run: Run = async (does) => {
    const configuration = readConfiguration(environment);
    const store = await openStore(configuration.databaseUrl);
    try {
      stdout.write(`${JSON.stringify(await does({ store, configuration }), null, 2)}\n`);
    } finally {
      await store.close();
    }
  };
  program
    .command('run')
    .description('read events and deliver them, with a line of JSON for what happens, until it is stopped')
    .action(async () => {
      const configuration = readConfiguration(environment);
      const { databaseUrl, port, host } = configuration;
      const store = await openStore(databaseUrl);
      const observed = port === undefined ? undefined : await observe(store, { port, host });
      const report = (what: string, fields: Readonly<Record<string, unknown>>): void => {
        stdout.write(`${JSON.stringify({ time: new Date().toISOString(), what, ...fields })}\n`);
        observed?.count(what, fields);
      };
      const courier = await startCourier({ ...configuration, report });
      report('started', { observed: observed?.url });
      if (!signal.aborted) await once(signal, 'abort');
      await courier.stop();
      await observed?.close();
      await store.close();
    });
  endpointCommands(program.command('endpoint').description('servers that are told'), run);
  deliveryCommands(program.command('delivery').description('what they were told'), run);
  otherCommands(program, run);
  return program;
};
