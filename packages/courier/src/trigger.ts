/** Wakes what waits for it; where nothing does, the next wait ends at once. */
export interface Trigger {
  readonly fire: () => void;
  /** Resolves when it was fired since the last time, or after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A trigger with a single waiter. */
export const trigger = (): Trigger => {
  let isFired = false;
  let wake = (): void => undefined;
  return {
    fire: () => {
      isFired = true;
      wake();
    },
    wait: async (milliseconds) => {
      if (!isFired)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isFired = false;
    },
  };
};
