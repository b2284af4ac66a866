/** How many requests hold a turn at once, and how many more may wait for one. */
export interface TurnLimits {
  readonly atOnce: number;
  /** How many callers may wait. A further caller is refused at once. */
  readonly waiting: number;
  /** Milliseconds a caller waits before it is refused. */
  readonly milliseconds: number;
}

/** Limits how many requests of each company run at once. Callers of a company get turns in order of arrival. */
export interface Turns {
  /**
   * Resolves with the function that releases the turn. Resolves with undefined if too many callers wait, if no turn
   * becomes free in time, or if the caller disconnects while it waits (`gone` settles).
   */
  take(companyId: string, gone: () => Promise<unknown>): Promise<ReleaseTurn | undefined>;
}

/** Releases a turn (idempotent). */
export type ReleaseTurn = () => void;

/** The turns that the requests of one company hold, and its callers that wait. */
export interface Queue {
  held: number;
  /** In order of arrival. Each function gives the caller its turn. */
  readonly waiting: (() => void)[];
  /** Whether the next caller will get its turn in the next iteration of the event loop. */
  isCalling: boolean;
}

/**
 * Starts one waiting caller in each iteration of the event loop. So a busy company never blocks other companies with a
 * batch of its requests. `queues` contains only companies that have callers.
 */
export const turnsOf = (
  { atOnce, waiting: longest, milliseconds }: TurnLimits,
  queues = new Map<string, Queue>(),
): Turns => {
  const dropIfUnused = (queue: Queue, companyId: string): void => {
    if (queue.held === 0 && queue.waiting.length === 0) queues.delete(companyId);
  };
  const turnIn = (queue: Queue, companyId: string): ReleaseTurn => {
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
    if (queue.isCalling || queue.waiting.length === 0 || queue.held >= atOnce) return;
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
      const queue = queues.get(companyId) ?? { held: 0, waiting: [], isCalling: false };
      queues.set(companyId, queue);
      if (queue.held < atOnce && queue.waiting.length === 0) return turnIn(queue, companyId);
      if (queue.waiting.length >= longest) return undefined;
      const { promise, resolve } = Promise.withResolvers<ReleaseTurn | undefined>();
      const leave = (turn?: ReleaseTurn): void => {
        clearTimeout(timer);
        // If this caller is no longer waiting, the company may already have a newer queue, which must stay.
        const place = queue.waiting.indexOf(accept);
        if (place >= 0) {
          queue.waiting.splice(place, 1);
          dropIfUnused(queue, companyId);
        }
        resolve(turn);
      };
      const accept = (): void => leave(turnIn(queue, companyId));
      const timer = setTimeout(leave, milliseconds);
      queue.waiting.push(accept);
      void gone().then(
        () => leave(),
        () => leave(),
      );
      return promise;
    },
  };
};
