import { isApiError, type InsuranceClient } from '@vehicle-insurance/client';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './dispatcher.ts';
import { eventAt, isJournalOf } from './journal.ts';
import type { Store } from './store/open-store.ts';
import type { Feed } from './store/tables.ts';

/** Reads a company's events and makes them deliveries. */
export interface FeedReader {
  readonly stop: () => Promise<void>;
}

/** What reading a feed needs. */
export interface FeedReaderDependencies {
  readonly store: Store;
  /** A client with the company's current key. */
  readonly client: () => InsuranceClient;
  readonly report: Report;
  /** There are new deliveries. */
  readonly onDeliveries: () => void;
}

/** Seconds for which the API waits for an event. */
const WAIT = 25;

/** Milliseconds after a failure, and while the feed is gone, until this reader is stopped. */
const AFTER_FAILURE = 2_000;

/** Starts reading a feed on, from its position in the store. */
export const readFeed = (name: string, dependencies: FeedReaderDependencies): FeedReader => {
  const { store, client, report, onDeliveries } = dependencies;
  const ending = new AbortController();
  const { signal } = ending;

  let isLastSought = false;
  /** Until a feed has a last event, another company's journal could pass for its own. */
  const keepLastEvent = async (
    asked: InsuranceClient,
    { position, last_event: last, problem }: Feed,
  ): Promise<void> => {
    if (isLastSought || last !== null || problem !== null || position === 0) return;
    const event = await eventAt(asked, position, signal);
    isLastSought = true;
    if (event) await store.keepLastEvent(name, event);
  };

  const rest = () => pause(AFTER_FAILURE, undefined, { signal }).catch(() => undefined);
  const step = async (): Promise<void> => {
    const feed = (await store.feeds()).find((each) => each.name === name);
    if (!feed || (feed.problem === ANOTHER_JOURNAL && feed.last_event === null)) return rest();
    const asked = client();
    await keepLastEvent(asked, feed);
    const read = await asked.listEvents({ after: feed.position, limit: 100, wait: WAIT }, { signal });
    // The reference may lead to another company's key by now: no event of that company may go to these endpoints.
    if (read.data.length > 0 && !(await isJournalOf(asked, feed, signal))) throw new Error(ANOTHER_JOURNAL);
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

const THEN = 'tell the company to read everything anew, then remove its endpoints and add them again.';

/**
 * The journal has another event at the position of the last one read, or has not reached that position. New events may
 * get positions that were read already, and would be skipped. If the last event read is known, comparing it detects
 * this even once the journal has grown past the position; if it is not known, this problem stays until the feed is read
 * from another position.
 */
const ANOTHER_JOURNAL = `Its key leads to another company’s events, or the service’s database was put back to before its position. Put the company’s own key where the reference leads; where the database was put back, ${THEN}`;

const problemOf = (error: unknown): string => {
  if (isApiError(error, 'position_forgotten')) return `What followed its position is no longer kept: ${THEN}`;
  const isBehind = isApiError(error, 'invalid_request') && error.details.some(({ field }) => field === 'after');
  return isBehind ? ANOTHER_JOURNAL : (error as Error).message;
};
