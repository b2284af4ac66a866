import { isApiError, type InsuranceClient } from '@vehicle-insurance/client';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './dispatcher.ts';
import { eventAt, isJournalOf } from './journal.ts';
import type { Store } from './store/open-store.ts';
import type { Feed } from './store/tables.ts';

/** Reads a company's events and turns them into deliveries. */
export interface FeedReader {
  readonly stop: () => Promise<void>;
}

export interface FeedReaderDependencies {
  readonly store: Store;
  /** Makes a client with the company's current key. */
  readonly client: () => InsuranceClient;
  readonly report: Report;
  /** Called when there are new deliveries. */
  readonly onDeliveries: () => void;
}

/** Seconds for which a request to the API waits for an event. */
const WAIT = 25;

/** Milliseconds to pause after a failure, or while the feed cannot be read. */
const AFTER_FAILURE = 2_000;

/** Reads a company's events until `stop` is called, from the feed's stored position on. */
export const readFeed = (name: string, dependencies: FeedReaderDependencies): FeedReader => {
  const { store, client, report, onDeliveries } = dependencies;
  const ending = new AbortController();
  const { signal } = ending;

  let isLastSought = false;
  /**
   * Stores the last event that was read, if the feed lacks it. Without that event, the courier could not detect another
   * company's events.
   */
  const keepLastEvent = async (
    insurance: InsuranceClient,
    { position, last_event: last, problem }: Feed,
  ): Promise<void> => {
    if (isLastSought || last !== null || problem !== null || position === 0) return;
    const event = await eventAt(insurance, position, signal);
    isLastSought = true;
    if (event) await store.keepLastEvent(name, event);
  };

  const rest = () => pause(AFTER_FAILURE, undefined, { signal }).catch(() => undefined);
  const step = async (): Promise<void> => {
    const feed = (await store.feeds()).find((each) => each.name === name);
    if (!feed || (feed.problem === ANOTHER_JOURNAL && feed.last_event === null)) return rest();
    const insurance = client();
    await keepLastEvent(insurance, feed);
    const read = await insurance.listEvents({ after: feed.position, limit: 100, wait: WAIT }, { signal });
    // The reference may now point to another company's key. That company's events must not go to these endpoints.
    if (read.data.length > 0 && !(await isJournalOf(insurance, feed, signal))) throw new Error(ANOTHER_JOURNAL);
    await store.setProblem(name, null);
    if (read.next !== feed.position && (await store.advance(name, feed.position, read))) onDeliveries();
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        await step();
      } catch (error) {
        if (signal.aborted) return;
        const problem = problemOf(error);
        report('feed', { feed: name, problem });
        await store.setProblem(name, problem).catch(() => undefined);
        await rest();
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

const THEN = 'ask the company to read everything again, then remove its endpoints and add them again.';

/**
 * The problem of a feed if the API has another event in place of the feed's last event, or does not have the feed's
 * position yet. New events might get positions that were already read, so the courier would skip them. A feed that
 * knows its last event detects the problem even after new events were added. If the last event is unknown, the feed is
 * not read again until its endpoints are removed and added again.
 */
const ANOTHER_JOURNAL = `Its key reads another company’s events, or the service’s database was restored to a state before its position. Store the company’s own key under the reference; if the database was restored, ${THEN}`;

const problemOf = (error: unknown): string => {
  if (isApiError(error, 'position_forgotten')) return `The events after its position are no longer kept: ${THEN}`;
  const isBehind = isApiError(error, 'invalid_request') && error.details.some(({ field }) => field === 'after');
  return isBehind ? ANOTHER_JOURNAL : (error as Error).message;
};
