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

export const storeHealth = (incidents: Incidents): StoreHealth => {
  const seen = new WeakSet();
  let state = 'ok';
  return {
    worked: () => {
      state = 'ok';
    },
    failed: (cause) => {
      if (typeof cause === 'object' && cause !== null) seen.add(cause);
      if (state === 'ok')
        incidents.report({
          what: 'the store of the scheduler does not answer: jobs run only when they are rung for',
          cause,
        });
      state = `the store of the scheduler does not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
    },
    knows: (cause) => typeof cause === 'object' && cause !== null && seen.has(cause),
    state: () => state,
  };
};
