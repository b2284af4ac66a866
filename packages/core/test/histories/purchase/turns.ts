interface Waiting {
  readonly owner: object;
  readonly sleepUntil: number | undefined;
  readonly proceed: () => void;
}

/** Lets everything run that does not wait for a turn, because the tick comes after all pending promises. */
export const settle = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export type Turns = ReturnType<typeof turns>;

/** Work stops before and after each call of a port until its turn, so that a history is always the same. */
export const turns = (realTime: { now: number }, settle: () => Promise<void>) => {
  let waiting: Waiting[] = [];
  let isOpen = false;

  const release = ({ sleepUntil, proceed }: Waiting): void => {
    if (sleepUntil !== undefined) realTime.now = Math.max(realTime.now, sleepUntil);
    proceed();
  };
  return {
    /** Waits for a turn. A sleeping task gets a turn like any other task, and its time passes in that turn. */
    wait: (owner: object, sleepUntil?: number): Promise<void> =>
      new Promise((resolve) => {
        const one = { owner, sleepUntil, proceed: resolve };
        if (!isOpen) return void waiting.push(one);
        if (sleepUntil === undefined) return resolve();
        // While a task sleeps, the others work even if none waits for turns.
        process.nextTick(() => release(one));
      }),
    /** Gives a turn to one of the waiting tasks, if any. If `order` is 0, it is the one that has waited longest. */
    give: async (order: number): Promise<boolean> => {
      // Work that waits elsewhere continues, and may wait here next.
      if (waiting.length === 0) await settle();
      const [chosen] = waiting.splice(order % Math.max(1, waiting.length), 1);
      if (!chosen) return false;
      release(chosen);
      await settle();
      return true;
    },
    /** Lets all work of one owner continue at once. It will notice that its process is dead. */
    wake: (owner: object): void => {
      const woken = waiting.filter((each) => each.owner === owner);
      waiting = waiting.filter((each) => each.owner !== owner);
      for (const { proceed } of woken) proceed();
    },
    /** From now on work does not wait for turns. */
    open: (): void => {
      isOpen = true;
      for (const each of waiting.splice(0)) release(each);
    },
  };
};
