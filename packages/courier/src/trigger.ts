/** Lets other code end a wait. If no wait is in progress, the next wait ends at once. */
export interface Trigger {
  readonly fire: () => void;
  /** Resolves when `fire` was called since the last wait, or after this number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A trigger for a single waiting loop. */
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
