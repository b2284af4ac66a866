import type { Timer } from '@vehicle-insurance/core';

/** Real time that passes only on a test's command, from event to event. */
export interface VirtualTime extends Timer {
  /** Lets this number of milliseconds pass. Each pause ends at its own time. */
  pass(milliseconds: number): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `moved` is called with every step, before any pause ends. */
export const virtualTime = (moved: (milliseconds: number) => void = () => undefined): VirtualTime => {
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let now = 0;
  const moveTo = (to: number): void => {
    moved(to - now);
    now = to;
  };
  return {
    elapsed: () => now,
    pause: (milliseconds) => new Promise((wake) => sleepers.push({ until: now + milliseconds, wake })),
    pass: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        await settle();
        sleepers.sort((a, b) => a.until - b.until);
        if ((sleepers[0]?.until ?? Infinity) > end) break;
        const [next] = sleepers.splice(0, 1);
        moveTo(Math.max(now, next?.until ?? now));
        next?.wake();
      }
      moveTo(end);
      await settle();
    },
  };
};
