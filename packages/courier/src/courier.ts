import type { InsuranceClient } from '@vehicle-insurance/client';
import { readFeed, type FeedReader } from './feed-reader.ts';
import { startDispatcher, type Report } from './dispatcher.ts';
import type { AddressGuard } from './address-guard.ts';
import { forgetDeliveries, USUAL_DAYS } from './forget-deliveries.ts';
import { overThreeDays, type RetryPolicy } from './retry.ts';
import { webhookSender } from './sender.ts';
import { openStore } from './store/open-store.ts';
import { trigger } from './trigger.ts';

/** The options of a courier. */
export interface CourierOptions {
  readonly databaseUrl: string;
  readonly guard: AddressGuard;
  /** Makes a client with the company's API key. `feed` is the reference of that key. */
  readonly clientOf: (feed: string) => InsuranceClient;
  /** Default: ten attempts over three days. */
  readonly retry?: RetryPolicy;
  /** Days for which delivered webhooks are kept. Default: 30. */
  readonly days?: number;
  readonly report: Report;
}

/** A running courier. */
export interface Courier {
  /** Claims no more deliveries, waits for deliveries in progress, and closes everything. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds between two readings of endpoints and feeds from the store. */
const ROUND = 1_000;

/**
 * Reads the companies' events and delivers them to endpoints, until `stop` is called. Any number of couriers may use
 * one database.
 */
export const startCourier = async (options: CourierOptions): Promise<Courier> => {
  const { databaseUrl, guard, clientOf, retry = overThreeDays, days = USUAL_DAYS, report } = options;
  const store = await openStore(databaseUrl);
  const sender = webhookSender({ guard });
  const dispatcher = startDispatcher({ store, sender, retry, report });
  const forgetting = forgetDeliveries({ store, days, report });
  const readers = new Map<string, FeedReader>();
  const round = trigger();
  let isStopped = false;

  const refresh = async (): Promise<void> => {
    dispatcher.use((await store.endpoints()).filter((each) => each.is_on));
    const feeds = (await store.feeds()).map(({ name }) => name);
    for (const [name, reader] of readers)
      if (!feeds.includes(name)) {
        readers.delete(name);
        await reader.stop();
      }
    for (const name of feeds)
      if (!readers.has(name))
        readers.set(
          name,
          readFeed(name, { store, client: () => clientOf(name), report, onDeliveries: dispatcher.fire }),
        );
  };

  const work = async (): Promise<void> => {
    while (!isStopped) {
      await refresh().catch((error: unknown) => report('failed', { error: (error as Error).message }));
      await round.wait(ROUND);
    }
  };

  const working = work();
  return {
    stop: async () => {
      isStopped = true;
      round.fire();
      await working;
      await Promise.all([...readers.values(), dispatcher, forgetting].map((each) => each.stop()));
      await sender.close();
      await store.close();
    },
  };
};
