import type { Readiness } from '@vehicle-insurance/http';
import type { StoreState } from './store-state.ts';

/** Whether the scheduler's store can be reached: `ok`, or why not. */
export interface Scheduling {
  health(): string;
}

/**
 * Ready once the database answers and takes changes, on the same kind of connection that requests use. A scheduler's
 * store that is away is reported without affecting readiness: it delays work, but no request depends on it.
 */
export const readiness =
  (storeState: () => Promise<StoreState>, scheduling: Scheduling | undefined): Readiness =>
  async () => {
    const { wrong } = await storeState();
    if (wrong !== undefined) return { ready: false, reason: wrong };
    const state = scheduling?.health() ?? 'ok';
    return state === 'ok' ? { ready: true } : { ready: true, reason: `scheduler: ${state}` };
  };
