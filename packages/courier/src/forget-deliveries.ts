import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './dispatcher.ts';
import type { Store } from './store/open-store.ts';

/** The default number of days for which delivered webhooks are kept. */
export const USUAL_DAYS = 30;

export interface ForgettingDependencies {
  readonly store: Store;
  /** Days for which delivered webhooks are kept. */
  readonly days: number;
  readonly report: Report;
}

const HOUR = 3600_000;

/** Deletes old delivered webhooks, now and every hour, until `stop` is called. Webhooks that were given up are kept. */
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
