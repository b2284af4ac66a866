import { EVENT_TYPES, type EventType, type PositionForgotten } from '../../domain/journal/event.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { EventPage } from '../../ports/journal.ts';
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

/** Seconds a reader can wait for the next event. */
export const LONGEST_WAIT = 25;

/** Which events a company wants to see, and how long it waits for the first. */
export interface EventListQuery {
  readonly companyId: string;
  /** The last position it has seen, 0 if none; if left out, the list begins with the oldest event that is kept. */
  readonly after?: number | undefined;
  readonly limit: number;
  /** Types separated by commas; all when left out. */
  readonly type?: string | undefined;
  /** Seconds, up to `LONGEST_WAIT`; answered at once when left out. */
  readonly wait?: number | undefined;
  /** Resolves when the caller has disconnected. If left out, the caller is assumed to wait for the whole time. */
  readonly gone?: Gone | undefined;
  /** Runs each wait for events. If left out, waits are run as they are. */
  readonly idle?: Idle | undefined;
}

/** Runs a wait. An adapter that limits what runs at once lets other requests run meanwhile; it may throw afterwards. */
export type Idle = <Value>(wait: () => Promise<Value>) => Promise<Value>;

/** Some events of a company, and where to read on. */
export interface EventList extends Pick<EventPage, 'data' | 'newest'> {
  /** The position to read on from: everything up to it has been shown, or was not asked for. */
  readonly next: number;
}

/** Why events are not listed. */
export type ListEventsError = InvalidRequest | PositionForgotten;
/** Lists a company's events after a position. */
export type ListEvents = (query: EventListQuery) => Promise<Result<EventList, ListEventsError>>;

const eventTypes: Rule<readonly EventType[]> = (input) =>
  anyText(input).andThen((given) => {
    const names = given.split(',');
    const known = EVENT_TYPES.filter((type) => names.includes(type));
    return known.length === new Set(names).size
      ? Ok(known)
      : Err(`must be one or more of ${EVENT_TYPES.join(', ')}, separated by commas`);
  });

const RULES = {
  companyId: anyText,
  after: optional(integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  limit: integer({ min: 1, max: PAGE.maxLimit }),
  type: optional(eventTypes),
  wait: optional(integer({ min: 0, max: LONGEST_WAIT })),
} as const;

/** The company's events after a position, oldest first; with `wait` as soon as there is one (docs/events.md). */
export const listEvents =
  ({ journal, timer, eventArrivals }: Pick<Dependencies, 'journal' | 'timer'> & Given): ListEvents =>
  async ({ gone, idle = (wait) => wait(), ...query }) => {
    const asked = fields(query, RULES);
    if (asked.isErr()) return asked;
    const { companyId, after, limit, type, wait } = asked.value;
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

interface Given {
  readonly eventArrivals: EventArrivals;
}

/**
 * The error for a position whose next events are deleted (the reader has missed some), or that is past the newest event
 * (it belongs to another journal).
 */
const refusal = (after: number | null, { newest, forgotten }: EventPage): ListEventsError | undefined => {
  if (after === null) return undefined;
  if (after < forgotten) return { code: 'position_forgotten' };
  return after > newest
    ? invalidRequest([{ field: 'after', message: `must be at most ${newest}, the position of the newest event` }])
    : undefined;
};
