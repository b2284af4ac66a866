import type { Readiness } from '@vehicle-insurance/http';

/** Whether the scheduler's store can be reached: `ok`, or why not. */
export interface Scheduling {
  health(): string;
}

/** Ready once the database answers. A worker whose scheduler's store is away says so: its jobs run only when rung for. */
export const readiness =
  (store: { ping(): Promise<void> }, scheduling: Scheduling | undefined): Readiness =>
  async () => {
    try {
      await store.ping();
    } catch {
      return { ready: false, reason: 'the database cannot be reached' };
    }
    const state = scheduling?.health() ?? 'ok';
    return state === 'ok' ? { ready: true } : { ready: false, reason: `scheduler: ${state}` };
  };
