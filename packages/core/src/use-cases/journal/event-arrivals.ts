import type { Dependencies } from '../../ports/dependencies.ts';

/** Wakes readers that wait for a company's next event. */
export interface EventArrivals {
  /**
   * Resolves in three cases: the company may have an event after this position, the time is over, or the reader must
   * stop waiting.
   */
  after(companyId: string, position: number, milliseconds: number, gone?: Gone): Promise<Arrival>;
  /** Ends all waits; new waits end at once. */
  close(): void;
}

/**
 * `look`: there may be an event, or the time is over. `end`: the reader must respond with the events found so far. An
 * `end` has three causes: a newer reader replaced this reader, this reader has disconnected, or the process is closing.
 */
export type Arrival = 'look' | 'end';

/** Settles when the reader has disconnected. */
export type Gone = Promise<unknown>;

/** Milliseconds between two queries. All readers of this process share the queries. */
const LOOK_EVERY = 50;

/**
 * Maximum number of waiting readers of one company in a process. One more reader ends the wait of the oldest reader.
 */
const MAX_WAITING = 20;

interface Reader {
  readonly position: number;
  readonly until: number;
  readonly answer: (arrival: Arrival) => void;
}

/** The waiting readers of one process. One query, repeated as long as there are readers, serves all readers. */
export const eventArrivals = ({ journal, timer }: Pick<Dependencies, 'journal' | 'timer'>): EventArrivals => {
  const waiting = new Map<string, Set<Reader>>();
  let looking = false;
  let closed = false;

  const answer = (companyId: string, arrival: Arrival, isMeant: (reader: Reader) => boolean): void => {
    const readers = waiting.get(companyId) ?? new Set();
    for (const reader of [...readers].filter(isMeant)) {
      readers.delete(reader);
      reader.answer(arrival);
    }
    if (readers.size === 0) waiting.delete(companyId);
  };
  /**
   * One query for all companies. If the query fails, all readers are woken. Each reader then queries for itself, and
   * its caller gets the error, if any.
   */
  const look = async (): Promise<void> => {
    const companies = [...waiting.keys()];
    const newest = await journal.newest(companies).catch(() => undefined);
    for (const companyId of companies)
      answer(companyId, 'look', ({ position, until }) => {
        const hasCome = newest === undefined || (newest.get(companyId) ?? 0) > position;
        return hasCome || timer.elapsed() >= until;
      });
  };
  const keepLooking = async (): Promise<void> => {
    looking = true;
    while (waiting.size > 0) {
      await timer.pause(LOOK_EVERY);
      await look();
    }
    looking = false;
  };

  return {
    after: async (companyId, position, milliseconds, gone) => {
      if (closed) return 'end';
      const readers = waiting.get(companyId) ?? new Set();
      waiting.set(companyId, readers);
      const [first] = readers;
      if (readers.size === MAX_WAITING) answer(companyId, 'end', (other) => other === first);
      const { promise, resolve } = Promise.withResolvers<Arrival>();
      const reader = { position, until: timer.elapsed() + milliseconds, answer: resolve };
      readers.add(reader);
      const leave = (): void => answer(companyId, 'end', (other) => other === reader);
      void gone?.then(leave, leave);
      if (!looking) void keepLooking();
      return promise;
    },
    close: () => {
      closed = true;
      for (const companyId of waiting.keys()) answer(companyId, 'end', () => true);
    },
  };
};
