/** Limits on turns. A request needs a turn to run. */
export interface TurnLimits {
  readonly atOnce: number;
  /** Maximum number of waiting requests of a company. A further request is refused at once. */
  readonly waiting: number;
  /** Milliseconds after which a waiting request is refused. */
  readonly milliseconds: number;
}

/**
 * Limits how many requests of each company run at once. A request runs while it holds a turn. A company's requests get
 * turns in order of arrival.
 */
export interface Turns {
  /**
   * Resolves with the function that releases the turn. Resolves with undefined if too many requests wait or no turn
   * becomes free in time. Also resolves with undefined if the caller disconnects (`gone` settles).
   */
  take(companyId: string, gone: () => Promise<unknown>): Promise<ReleaseTurn | undefined>;
}

/** Releases a turn (idempotent). */
export type ReleaseTurn = () => void;

/** The turns that a company's requests hold, and the requests that wait. */
export interface Queue {
  held: number;
  /** In order of arrival. Each function gives the request its turn. */
  readonly waiting: (() => void)[];
  /** Whether the next request will get its turn in the next iteration of the event loop. */
  isCalling: boolean;
}

/**
 * Starts one waiting request per company in each iteration of the event loop. A busy company therefore never blocks
 * other companies with a batch of requests. `queues` contains only companies with running or waiting requests.
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
        // If this request no longer waits, the company may already have a new queue, which must remain.
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
