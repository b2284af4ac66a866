import type { Configuration } from '../configuration.ts';
import { openStore } from '../store/open-store.ts';
import { webhooksApi, type WebhooksApi } from './server.ts';

/** Opens the webhooks API, with its own connections to the courier's database. */
export const openWebhooks = async (
  configuration: Configuration,
  failed: (error: unknown) => void,
): Promise<{ readonly api: WebhooksApi; readonly close: () => Promise<void> }> => {
  const store = await openStore(configuration.databaseUrl);
  return { api: webhooksApi({ store, configuration }, failed), close: store.close };
};
