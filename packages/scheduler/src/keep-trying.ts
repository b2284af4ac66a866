import { setTimeout } from 'node:timers/promises';

export interface Trying {
  /** Resolves after the first attempt, successful or not. */
  readonly firstTry: Promise<void>;
  /**
   * Call this when the work has failed after a success. The work is then retried after `afterFailure`, even if an
   * attempt is in progress.
   */
  soon(): void;
  /** Stops. Resolves when the current attempt has ended. */
  stop(): Promise<void>;
}

/** Milliseconds to wait after a success and after a failure. */
export interface Rhythm {
  readonly afterSuccess: number;
  readonly afterFailure: number;
}

/** Repeats `work` until `stop` is called. `work` reports its own errors. */
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
