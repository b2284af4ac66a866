import type { Incidents } from '@vehicle-insurance/core';

/** Whether the scheduler's store answers. */
export interface StoreHealth {
  worked(): void;
  /** Told again and again while the store is away; an operator is told once. */
  failed(cause: unknown): void;
  /** Whether this failure of the store has been seen already, for an event that repeats it. */
  knows(cause: unknown): boolean;
  /** `ok`, or that it does not answer. It is told without a key: the store's own words go to an operator alone. */
  state(): string;
}

/** Told each time the store ceases to answer, and each time it answers again. */
export interface Turns {
  readonly lost: () => void;
  readonly back: () => void;
}

const AWAY = 'the store of the scheduler does not answer';

export const storeHealth = (incidents: Incidents, { lost, back }: Turns): StoreHealth => {
  const seen = new WeakSet();
  let state = 'ok';
  return {
    worked: () => {
      const wasOk = state === 'ok';
      state = 'ok';
      if (!wasOk) back();
    },
    failed: (cause) => {
      if (typeof cause === 'object' && cause !== null) seen.add(cause);
      const wasOk = state === 'ok';
      state = AWAY;
      if (!wasOk) return;
      incidents.report({
        what: `${AWAY}: jobs run only when they are rung for`,
        cause,
      });
      lost();
    },
    knows: (cause) => typeof cause === 'object' && cause !== null && seen.has(cause),
    state: () => state,
  };
};
