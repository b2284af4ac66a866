import { once } from 'node:events';
import { Command } from 'commander';
import { runWith, type Output } from './command-context.ts';
import { courierConfiguration } from './configuration.ts';
import type { Environment } from './environment.ts';
import { startCourier } from './courier.ts';
import { courierNouns } from './nouns.ts';
import { observe } from './observe.ts';
import { OutputClosed } from './handle-epipe.ts';
import { openStore } from './store/open-store.ts';
import { serveWebhooks, webhooksApi } from './web/server.ts';

/** The courier's commands. `run` runs the courier itself until the signal aborts. */
export const courierProgram = (environment: Environment, stdout: Output, signal: AbortSignal): Command => {
  const program = new Command('courier').description('Events of companies as signed webhooks.').exitOverride();
  program
    .command('run')
    .description('read and deliver events until stopped, and log them as lines of JSON')
    .action(async () => {
      const configuration = courierConfiguration(environment);
      const { databaseUrl, port, host, webhooksPort, webhooksHost } = configuration;
      await using open = new AsyncDisposableStack();
      const store = await openStore(databaseUrl);
      open.defer(store.close);
      const observed = port === undefined ? undefined : await observe(store, { port, host });
      open.defer(async () => observed?.close());
      const report = (what: string, fields: Readonly<Record<string, unknown>>): void => {
        stdout.write(`${JSON.stringify({ time: new Date().toISOString(), what, ...fields })}\n`);
        observed?.count(what, fields);
      };
      const failed = (error: unknown) => report('failed', { error: (error as Error).message });
      const webhooks =
        webhooksPort === undefined
          ? undefined
          : await serveWebhooks(webhooksApi({ store, configuration }, failed), {
              port: webhooksPort,
              host: webhooksHost,
            });
      open.defer(async () => webhooks?.close());
      const courier = await startCourier({ ...configuration, report });
      report('started', { observed: observed?.url, webhooks: webhooks?.url });
      if (!signal.aborted) await once(signal, 'abort');
      await courier.stop();
      if (signal.reason instanceof OutputClosed) throw signal.reason;
    });
  courierNouns(program, runWith(environment, stdout));
  return program;
};
