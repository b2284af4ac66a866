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

interface Queue {
  held: number;
  /** In order of arrival; each accepts the turn that another has given back. */
  readonly waiting: Set<() => void>;
}

export const turnsOf = ({ atOnce, waiting: longest, milliseconds }: TurnLimits): Turns => {
  const queues = new Map<string, Queue>();

  const turnIn = (queue: Queue, companyId: string): GiveBack => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const [next] = queue.waiting;
      if (next) return next();
      queue.held -= 1;
      if (queue.held === 0) queues.delete(companyId);
    };
  };

  return {
    take: async (companyId, gone) => {
      const queue = queues.get(companyId) ?? { held: 0, waiting: new Set() };
      queues.set(companyId, queue);
      if (queue.held < atOnce) {
        queue.held += 1;
        return turnIn(queue, companyId);
      }
      if (queue.waiting.size >= longest) return undefined;
      const { promise, resolve } = Promise.withResolvers<GiveBack | undefined>();
      const accept = (): void => leave(turnIn(queue, companyId));
      const leave = (turn?: GiveBack): void => {
        clearTimeout(timer);
        queue.waiting.delete(accept);
        resolve(turn);
      };
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
