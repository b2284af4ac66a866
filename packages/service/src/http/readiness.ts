import type { Readiness } from '@vehicle-insurance/http';

/** Whether the scheduler's store can be reached: `ok`, or why not. */
export interface Scheduling {
  health(): string;
}

/** Ready once the database answers. A scheduler's store that is away delays work and stops no request: it is said, no more. */
export const readiness =
  (store: { ping(): Promise<void> }, scheduling: Scheduling | undefined): Readiness =>
  async () => {
    try {
      await store.ping();
    } catch {
      return { ready: false, reason: 'the database cannot be reached' };
    }
    const state = scheduling?.health() ?? 'ok';
    return state === 'ok' ? { ready: true } : { ready: true, reason: `scheduler: ${state}` };
  };
