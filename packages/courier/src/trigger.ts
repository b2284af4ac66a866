/** Wakes the waiter. If nothing waits, the next wait ends at once. */
export interface Trigger {
  readonly fire: () => void;
  /** Resolves when the trigger has fired since the last wait, or after this number of milliseconds. */
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
