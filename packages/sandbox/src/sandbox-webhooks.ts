import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { openWebhooks } from '@vehicle-insurance/courier';
import { WEBHOOKS_PATH } from '@vehicle-insurance/courier/webhooks-path';
import type { Logger } from 'pino';
import { markCourier } from './courier-environment.ts';

interface SandboxWebhooksOptions {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly host: string;
  readonly log: Logger;
}

/** The running webhooks API, with which companies manage their endpoints. */
export interface SandboxWebhooks {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves the courier's webhooks API on a free port. The first request loads the courier, because most sandboxes never
 * need it.
 */
export const sandboxWebhooks = async (options: SandboxWebhooksOptions): Promise<SandboxWebhooks> => {
  const { dataDir, environment, host, log } = options;
  let opening: ReturnType<typeof openWebhooks> | undefined;
  const open = async () => {
    const { courierConfiguration, openWebhooks: openThem } = await import('@vehicle-insurance/courier');
    const opened = await openThem(courierConfiguration(environment), (err) => log.error({ err }, 'webhooks'));
    markCourier(dataDir);
    return opened;
  };
  const server = createServer((request, response) => {
    opening ??= open();
    opening.then(
      ({ api }) => api(request, response),
      (error: unknown) => {
        opening = undefined;
        log.warn({ err: error }, 'the courier cannot be started and is retried');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(0, host);
  await once(server, 'listening');
  const url = new URL(WEBHOOKS_PATH, environment['COURIER_API_URL']);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
};
