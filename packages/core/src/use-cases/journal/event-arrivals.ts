import type { Dependencies } from '../../ports/dependencies.ts';

/** Tells those who wait for a company's next event when there is one. */
export interface EventArrivals {
  /** Resolves when the company has an event after this position, after so many milliseconds, or when this is closed. */
  after(companyId: string, position: number, milliseconds: number): Promise<void>;
  /** Answers all readers who wait; from now on none waits. */
  close(): void;
}

/** Milliseconds from one look to the next, for all who wait in this process together. */
const LOOK_EVERY = 50;

/** Readers of one company that wait in a process; for one more, the first is answered. */
const MOST_WAITING = 20;

interface Reader {
  readonly position: number;
  readonly until: number;
  readonly answer: () => void;
}

/** Readers of one process that wait for events. Looks for all of them together, as long as there are any. */
export const eventArrivals = ({ journal, timer }: Pick<Dependencies, 'journal' | 'timer'>): EventArrivals => {
  const waiting = new Map<string, Set<Reader>>();
  let looking = false;
  let closed = false;

  const answer = (companyId: string, isMeant: (reader: Reader) => boolean): void => {
    const readers = waiting.get(companyId) ?? new Set();
    for (const reader of [...readers].filter(isMeant)) {
      readers.delete(reader);
      reader.answer();
    }
    if (readers.size === 0) waiting.delete(companyId);
  };
  /** One statement for all companies. A store that is away is met again by the reader itself, which tells it. */
  const look = async (): Promise<void> => {
    const companies = [...waiting.keys()];
    const newest = await journal.newest(companies).catch(() => undefined);
    for (const companyId of companies)
      answer(companyId, ({ position, until }) => {
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
    after: async (companyId, position, milliseconds) => {
      if (closed) return;
      const readers = waiting.get(companyId) ?? new Set();
      waiting.set(companyId, readers);
      const [first] = readers;
      if (readers.size === MOST_WAITING) answer(companyId, (reader) => reader === first);
      const { promise, resolve } = Promise.withResolvers<void>();
      readers.add({ position, until: timer.elapsed() + milliseconds, answer: resolve });
      if (!looking) void keepLooking();
      await promise;
    },
    close: () => {
      closed = true;
      for (const companyId of waiting.keys()) answer(companyId, () => true);
    },
  };
};
