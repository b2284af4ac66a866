import type { InsuranceClient } from '@vehicle-insurance/client';
import { readFeed, type FeedReader } from './feed-reader.ts';
import { openLane, type Lane, type LaneDependencies, type Report } from './lane.ts';
import type { Reach } from './reach.ts';
import { overThreeDays, type RetryPolicy } from './retry.ts';
import { webhookSender } from './sender.ts';
import { openStore } from './store/open-store.ts';
import { trigger } from './trigger.ts';

/** How to run a courier. */
export interface CourierOptions {
  readonly databaseUrl: string;
  readonly reach: Reach;
  /** A client with the company's key that this reference leads to. */
  readonly clientOf: (feed: string) => InsuranceClient;
  /** Default: ten attempts over three days. */
  readonly retry?: RetryPolicy;
  readonly report: Report;
}

/** A courier that runs. */
export interface Courier {
  /** Claims nothing more, waits for what is under way, and closes everything. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds within which what was changed of endpoints is done by. */
const ROUND = 1_000;

/** Reads feeds and delivers to endpoints, until it is stopped. Any number may run on one database. */
export const startCourier = async (options: CourierOptions): Promise<Courier> => {
  const { databaseUrl, reach, clientOf, retry = overThreeDays, report } = options;
  const store = await openStore(databaseUrl);
  const sender = webhookSender({ reach });
  const shared: LaneDependencies = { store, sender, retry, report };
  const lanes = new Map<string, Lane>();
  const readers = new Map<string, FeedReader>();
  const ending = new Set<Promise<void>>();
  const round = trigger();
  let isStopped = false;

  const onDeliveries = (): void => lanes.forEach((lane) => lane.fire());
  const refresh = async (): Promise<void> => {
    const on = new Map((await store.endpoints()).filter((each) => each.is_on).map((each) => [each.id, each]));
    for (const [id, lane] of lanes)
      if (!on.has(id)) {
        lanes.delete(id);
        const ended: Promise<void> = lane.stop().finally(() => ending.delete(ended));
        ending.add(ended);
      }
    for (const [id, endpoint] of on) {
      const lane = lanes.get(id);
      if (lane) lane.use(endpoint);
      else lanes.set(id, openLane(endpoint, shared));
    }
    for (const { name } of await store.feeds())
      if (!readers.has(name))
        readers.set(name, readFeed(name, { store, client: () => clientOf(name), report, onDeliveries }));
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
      await Promise.all([...readers.values(), ...lanes.values()].map((each) => each.stop()));
      await Promise.all(ending);
      await sender.close();
      await store.close();
    },
  };
};
