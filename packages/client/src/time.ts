/** The client's clock and timer. */
export interface Time {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after this many milliseconds. If the signal is aborted, rejects at once with the signal's reason. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The platform's clock and timer. */
export const realTime: Time = {
  now: () => Date.now(),
  pause: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const abandon = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      }, milliseconds);
      if (signal?.aborted) abandon();
      else signal?.addEventListener('abort', abandon, { once: true });
    }),
};
