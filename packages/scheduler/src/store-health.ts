import type { Incidents } from '@vehicle-insurance/core';

/** Whether the scheduler's store answers. */
export interface StoreHealth {
  worked(): void;
  /** Told again and again while the store is away; an operator is told once. */
  failed(cause: unknown): void;
  /** Whether this failure of the store has been seen already, for an event that repeats it. */
  knows(cause: unknown): boolean;
  state(): string;
}

/** Told each time the store ceases to answer, and each time it answers again. */
export interface Turns {
  readonly lost: () => void;
  readonly back: () => void;
}

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
      state = `the store of the scheduler does not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
      if (!wasOk) return;
      incidents.report({
        what: 'the store of the scheduler does not answer: jobs run only when they are rung for',
        cause,
      });
      lost();
    },
    knows: (cause) => typeof cause === 'object' && cause !== null && seen.has(cause),
    state: () => state,
  };
};
