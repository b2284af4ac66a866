import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './dispatcher.ts';
import type { Store } from './store/open-store.ts';

/** For how many days delivered webhooks are kept unless configured. */
export const USUAL_DAYS = 30;

/** What forgetting needs. */
export interface ForgettingDependencies {
  readonly store: Store;
  /** For how many days delivered webhooks are kept. */
  readonly days: number;
  readonly report: Report;
}

const HOUR = 3600_000;

/** Deletes what was delivered long ago: now, and every hour until it is stopped. What was given up is kept. */
export const forgetDeliveries = ({ store, days, report }: ForgettingDependencies) => {
  const ending = new AbortController();
  const { signal } = ending;
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const { id } of await store.endpoints()) while (!signal.aborted && (await store.forget(id, days)));
      } catch (error) {
        report('failed', { error: (error as Error).message });
      }
      await pause(HOUR, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    stop: () => {
      ending.abort();
      return working;
    },
  };
};
