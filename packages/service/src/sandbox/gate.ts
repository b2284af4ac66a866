/** Lets many pass together, or one alone. */
export interface Gate {
  /** Runs beside others; waits while somebody is alone, or waits to be. */
  pass<T>(run: () => Promise<T>): Promise<T>;
  /** Runs when those inside have left, and keeps everybody out meanwhile. One at a time. */
  alone<T>(run: () => Promise<T>): Promise<T>;
}

export const gate = (): Gate => {
  const inside = new Set<Promise<unknown>>();
  /** Whoever is alone, or waits to be; the last of them. */
  let solitude: Promise<unknown> | undefined;

  const ended = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => undefined);
  return {
    pass: async (run) => {
      while (solitude) await solitude;
      const running = run();
      const left: Promise<unknown> = ended(running).then(() => inside.delete(left));
      inside.add(left);
      return running;
    },
    alone: (run) => {
      const running = (solitude ?? Promise.resolve()).then(() => Promise.all(inside)).then(run);
      const over: Promise<unknown> = ended(running).then(() => {
        if (solitude === over) solitude = undefined;
      });
      solitude = over;
      return running;
    },
  };
};
