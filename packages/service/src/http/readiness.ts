import type { Readiness } from '@vehicle-insurance/http';
import type { StoreState } from './store-state.ts';

/** Whether the scheduler's store can be reached: `ok`, or why not. */
export interface Scheduling {
  health(): string;
}

/**
 * Ready once the database answers and takes changes, on a connection as a request gets one: what is said here is what
 * requests meet. A scheduler's store that is away delays work and stops no request: it is said, no more.
 */
export const readiness =
  (storeState: () => Promise<StoreState>, scheduling: Scheduling | undefined): Readiness =>
  async () => {
    const { wrong } = await storeState();
    if (wrong !== undefined) return { ready: false, reason: wrong };
    const state = scheduling?.health() ?? 'ok';
    return state === 'ok' ? { ready: true } : { ready: true, reason: `scheduler: ${state}` };
  };
