import type { Connection } from './connection.ts';
import { signalOf, omitUndefined } from './init.ts';
import type { RequestOptions, EventFilter, EventReadOptions } from './options.ts';
import { pauseUntilNext, temporaryError } from './poll.ts';
import type { EventList, InsuranceEvent } from './shapes.ts';

/** Events: every change, as it happens. */
export interface EventCalls {
  /** Events after a position, oldest first. With `wait`, the call waits for the next event. */
  readonly listEvents: (query?: EventFilter & EventPageQuery, options?: RequestOptions) => Promise<EventList>;
  /**
   * Every event after a position, as it happens; iterate with `for await`. The iteration never ends. Store the position
   * of the last event that you have processed. With `type`, store the position passed to `onPosition` instead. After a
   * restart, start from the stored position. After the first successful read, temporary errors are retried. Throws
   * `position_forgotten` if the events after the position are no longer kept.
   */
  readonly events: (reading?: EventReadOptions) => AsyncGenerator<InsuranceEvent, void, undefined>;
}

interface EventPageQuery {
  /** The position of the last event that you have read. Default: starts with the oldest event. */
  readonly after?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Seconds to wait for an event, from 0 to 25, and less than the client's `answerWithin`. Default: 0. */
  readonly wait?: number | undefined;
}

/** The maximum number of seconds for which the API waits. */
const LONGEST_WAIT = 25;

/** Milliseconds to wait after a temporary error without `Retry-After`. */
const AFTER_ERROR = 5_000;

/** Milliseconds between two reads if `answerWithin` is too short for the API to wait. */
const WITHOUT_WAIT = 1_000;

/** Half of `answerWithin`, in whole seconds, but at most `LONGEST_WAIT`. The other half is for the round trip. */
const waitWithin = (answerWithin: number): number => Math.min(LONGEST_WAIT, Math.floor(answerWithin / 2 / 1000));

export const eventCalls = ({ api, data, time, answerWithin }: Connection): EventCalls => {
  const wait = waitWithin(answerWithin);
  const listEvents: EventCalls['listEvents'] = (query = {}, options) =>
    data(api.GET('/event', { params: { query: omitUndefined(query) }, ...signalOf(options) }));

  async function* events({ after, type, signal, onPosition }: EventReadOptions = {}): AsyncGenerator<
    InsuranceEvent,
    void,
    undefined
  > {
    let position = after;
    let hasRead = false;
    for (;;) {
      const query = { after: position, type, limit: 100, wait };
      const read = await listEvents(query, { signal }).catch(temporaryError);
      if ('error' in read) {
        if (!hasRead) throw read.error;
        await time.pause(pauseUntilNext(read.retryAfter, AFTER_ERROR), signal);
        continue;
      }
      hasRead = true;
      yield* read.data;
      if (read.next !== position) await onPosition?.(read.next);
      position = read.next;
      if (wait === 0 && read.data.length === 0) await time.pause(WITHOUT_WAIT, signal);
    }
  }
  return { listEvents, events };
};
