/** Work that is done when it is rung for, never twice at once. */
export interface Coalesced {
  /** Does the work soon; all rings during a run together cause one more run after it. Never waits, never fails. */
  ring(): void;
  /** Resolves when everything that was rung for is done. */
  settled(): Promise<void>;
  /** Takes no more rings, and resolves when the run under way has ended: none begins any more. */
  close(): Promise<void>;
}

/** `work` must not throw. */
export const coalesced = (work: () => Promise<void>): Coalesced => {
  let rung = false;
  let closed = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Whoever rings goes on first.
    await Promise.resolve();
    while (rung && !closed) {
      rung = false;
      await work();
    }
    running = undefined;
  };

  return {
    ring: () => {
      if (closed) return;
      rung = true;
      running ??= run();
    },
    settled: async () => running,
    close: async () => {
      closed = true;
      await running;
    },
  };
};
