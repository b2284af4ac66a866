/** Work that runs when triggered, never twice at the same time. */
export interface Coalesced {
  /** Starts a run soon. All triggers during a run together cause one more run. Returns at once and never throws. */
  fire(): void;
  /** Resolves when all triggered runs have ended. */
  settled(): Promise<void>;
  /** Ignores further triggers. Resolves when the current run has ended, and starts no other run. */
  close(): Promise<void>;
}

/** `work` must not throw. */
export const coalesce = (work: () => Promise<void>): Coalesced => {
  let triggered = false;
  let closed = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Lets the caller of `fire` continue first.
    await Promise.resolve();
    while (triggered && !closed) {
      triggered = false;
      await work();
    }
    running = undefined;
  };

  return {
    fire: () => {
      if (closed) return;
      triggered = true;
      running ??= run();
    },
    settled: async () => running,
    close: async () => {
      closed = true;
      await running;
    },
  };
};
