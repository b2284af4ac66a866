import { setTimeout } from 'node:timers/promises';

export interface Trying {
  /** Resolves when it was tried for the first time, however that went. */
  readonly firstTry: Promise<void>;
  /** What worked works no more: tries again as after a try that failed, also when said while one is under way. */
  soon(): void;
  /** Tries no more, and resolves when the try under way has ended. */
  stop(): Promise<void>;
}

/** How long to wait after a try that worked, and after one that failed: milliseconds. */
export interface Rhythm {
  readonly afterSuccess: number;
  readonly afterFailure: number;
}

/** Does something again and again until it is stopped. `work` tells others what went wrong; here it only matters that. */
export const keepTrying = (work: () => Promise<void>, { afterSuccess, afterFailure }: Rhythm): Trying => {
  const stopping = new AbortController();
  const { signal } = stopping;

  let broken = new AbortController();
  const attempt = (): Promise<number> => {
    broken = new AbortController();
    return work().then(
      () => afterSuccess,
      () => afterFailure,
    );
  };
  const wait = (milliseconds: number, ended: AbortSignal): Promise<void> =>
    setTimeout(milliseconds, undefined, { signal: ended }).catch(() => undefined);
  const goOn = async (delay: number): Promise<void> => {
    let next = delay;
    while (!signal.aborted) {
      await wait(next, AbortSignal.any([signal, broken.signal]));
      if (broken.signal.aborted) await wait(afterFailure, signal);
      if (!signal.aborted) next = await attempt();
    }
  };

  const first = attempt();
  const ended = first.then(goOn);
  return {
    firstTry: first.then(() => undefined),
    soon: () => broken.abort(),
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
};
