/** How many hold a turn at once, and how many more wait for one. */
export interface TurnLimits {
  readonly atOnce: number;
  /** Callers that wait; one more is refused at once. */
  readonly waiting: number;
  /** Milliseconds a caller waits before it is refused. */
  readonly milliseconds: number;
}

/** Turns of companies: each company has its own, and its callers get them in the order in which they came. */
export interface Turns {
  /**
   * Resolves with the function that gives the turn back, or with undefined if there is none in time or the caller has
   * disconnected (`gone` settles) while it waited.
   */
  take(companyId: string, gone: () => Promise<unknown>): Promise<GiveBack | undefined>;
}

/** Gives a turn back; only the first call does anything. */
export type GiveBack = () => void;

/** Who holds a turn of one company, and who waits for one. */
export interface Queue {
  held: number;
  /** In order of arrival; each accepts a turn. */
  readonly waiting: Set<() => void>;
  /** Whether the next caller gets its turn in the next iteration of the event loop. */
  isCalling: boolean;
}

/**
 * Of those who wait, one begins in each iteration of the event loop: what a busy company has running then grows only if
 * its requests wait for something, and the requests of other companies never find a batch of them before theirs.
 * `queues` contains only companies that have callers.
 */
export const turnsOf = (
  { atOnce, waiting: longest, milliseconds }: TurnLimits,
  queues = new Map<string, Queue>(),
): Turns => {
  const dropIfUnused = (queue: Queue, companyId: string): void => {
    if (queue.held === 0 && queue.waiting.size === 0) queues.delete(companyId);
  };
  const turnIn = (queue: Queue, companyId: string): GiveBack => {
    queue.held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      queue.held -= 1;
      dropIfUnused(queue, companyId);
      callNext(queue);
    };
  };
  const callNext = (queue: Queue): void => {
    if (queue.isCalling || queue.waiting.size === 0 || queue.held >= atOnce) return;
    queue.isCalling = true;
    setImmediate(() => {
      queue.isCalling = false;
      const [next] = queue.waiting;
      if (queue.held < atOnce) next?.();
      callNext(queue);
    });
  };

  return {
    take: async (companyId, gone) => {
      const queue = queues.get(companyId) ?? { held: 0, waiting: new Set(), isCalling: false };
      queues.set(companyId, queue);
      if (queue.held < atOnce && queue.waiting.size === 0) return turnIn(queue, companyId);
      if (queue.waiting.size >= longest) return undefined;
      const { promise, resolve } = Promise.withResolvers<GiveBack | undefined>();
      const leave = (turn?: GiveBack): void => {
        clearTimeout(timer);
        // A caller that has left before may find a newer queue of its company.
        if (queue.waiting.delete(accept)) dropIfUnused(queue, companyId);
        resolve(turn);
      };
      const accept = (): void => leave(turnIn(queue, companyId));
      const timer = setTimeout(leave, milliseconds);
      queue.waiting.add(accept);
      void gone().then(
        () => leave(),
        () => leave(),
      );
      return promise;
    },
  };
};
