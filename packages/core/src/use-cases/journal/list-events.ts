import { EVENT_TYPES, type EventType, type PositionForgotten } from '../../domain/journal/event.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { EventPage } from '../../ports/journal.ts';
import * as FAULTS from '../../shared/faults.ts';
import { PAGE } from '../../shared/paging.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  anyText,
  fields,
  integer,
  invalidRequest,
  optional,
  type InvalidRequest,
  type Rule,
} from '../../shared/rules.ts';
import type { EventArrivals, Gone } from './event-arrivals.ts';

/** Maximum number of seconds for which a reader can wait for the next event. */
export const LONGEST_WAIT = 25;

/** Selects events of a company, and sets how long to wait for the first event. */
export interface EventListQuery {
  readonly companyId: string;
  /** The last position that was read; 0 if none was read. By default, the list begins with the oldest stored event. */
  readonly after?: number | undefined;
  readonly limit: number;
  /** Types separated by commas; all types by default. */
  readonly type?: string | undefined;
  /** Seconds, up to `LONGEST_WAIT`; by default, the response is immediate. */
  readonly wait?: number | undefined;
  /** Resolves when the caller has disconnected. If absent, the caller is assumed to wait for the whole time. */
  readonly gone?: Gone | undefined;
  readonly idle?: Idle | undefined;
}

/**
 * Runs a wait, and throws if the request may not continue afterwards. An adapter that limits concurrent requests can
 * run other requests during the wait.
 */
export type Idle = <Value>(wait: () => Promise<Value>) => Promise<Value>;

/** Some events of a company, and the position from which to continue. */
export interface EventList extends Pick<EventPage, 'data' | 'newest'> {
  /**
   * The position from which to continue: all matching events after the requested position and up to this one have been
   * returned.
   */
  readonly next: number;
}

export type ListEventsError = InvalidRequest | PositionForgotten;
/** Lists a company's events after a position. */
export type ListEvents = (query: EventListQuery) => Promise<Result<EventList, ListEventsError>>;

const eventTypes: Rule<readonly EventType[]> = (input) =>
  anyText(input).andThen((given) => {
    const names = given.split(',');
    const known = EVENT_TYPES.filter((type) => names.includes(type));
    return known.length === new Set(names).size ? Ok(known) : Err(FAULTS.someOf(EVENT_TYPES));
  });

const RULES = {
  companyId: anyText,
  after: optional(integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  limit: integer({ min: 1, max: PAGE.maxLimit }),
  type: optional(eventTypes),
  wait: optional(integer({ min: 0, max: LONGEST_WAIT })),
} as const;

type ListEventsDependencies = Pick<Dependencies, 'journal' | 'timer'> & { readonly eventArrivals: EventArrivals };

/**
 * The company's events after a position, oldest first. With `wait`, responds as soon as there is an event or the time
 * is over (docs/events.md).
 */
export const listEvents =
  ({ journal, timer, eventArrivals }: ListEventsDependencies): ListEvents =>
  async ({ gone, idle = (wait) => wait(), ...query }) => {
    const checked = fields(query, RULES);
    if (checked.isErr()) return checked;
    const { companyId, after, limit, type, wait } = checked.value;
    const until = timer.elapsed() + (wait ?? 0) * 1_000;
    let from = after ?? 0;
    for (;;) {
      const page = await journal.page(companyId, { after: from, limit, ...(type && { types: type }) });
      const refused = refusal(after === null ? null : from, page);
      if (refused) return Err(refused);
      const { data, newest, upTo } = page;
      const left = until - timer.elapsed();
      from = Math.max(upTo, from);
      const isRead = from >= newest;
      if (
        data.length > 0 ||
        left <= 0 ||
        (isRead && (await idle(() => eventArrivals.after(companyId, from, left, gone))) === 'end')
      )
        return Ok({ data, next: from, newest });
    }
  };

/**
 * The error for a position from which the list cannot continue. Either events after the position have been deleted, so
 * the reader has missed them. Or the position is after the newest event, so it does not belong to this journal.
 */
const refusal = (after: number | null, { newest, forgotten }: EventPage): ListEventsError | undefined => {
  if (after === null) return undefined;
  if (after < forgotten) return { code: 'position_forgotten' };
  return after > newest ? invalidRequest([{ field: 'after', message: FAULTS.position(newest) }]) : undefined;
};
