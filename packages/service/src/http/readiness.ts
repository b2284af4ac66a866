import { StoreUnavailable, type ErrorReporter } from '@vehicle-insurance/core';
import type { Readiness } from '@vehicle-insurance/http';
import type { ClockWatch } from '../clock/clock-watch.ts';

/** Milliseconds for which a result is reused. */
const FRESH_FOR = 1_000;

/**
 * Reported instead of the database's own error. Readiness is shown without a key, and that error contains users,
 * databases and addresses.
 */
const REFUSED = 'the database refuses this service';

/** The latest known state of the store. `wrong` is why it cannot be used, in our own words. */
export interface StoreState {
  readonly wrong?: string;
}

/**
 * Whether the store responds and accepts writes. Concurrent callers share a query, and there is at most one query a
 * second. While the store is unavailable, callers get the last result at once, and the query in progress detects when
 * the store is back. The store's own error is logged once until it is fixed.
 */
export const storeState = (
  { ping }: { ping(): Promise<void> },
  errorReporter: ErrorReporter,
  now: () => number = () => performance.now(),
): (() => Promise<StoreState>) => {
  let state: StoreState = {};
  let fresh = -Infinity;
  let asking: Promise<StoreState> | undefined;

  const inOurWords = (cause: unknown): string => {
    if (cause instanceof StoreUnavailable) return cause.message;
    if (state.wrong !== REFUSED) errorReporter.report({ what: REFUSED, cause });
    return REFUSED;
  };

  const ask = async (): Promise<StoreState> => {
    state = await ping().then(
      () => ({}),
      (cause: unknown) => ({ wrong: inOurWords(cause) }),
    );
    fresh = now() + FRESH_FOR;
    asking = undefined;
    return state;
  };
  return async () => {
    if (now() < fresh) return state;
    asking ??= ask();
    return state.wrong === undefined ? asking : state;
  };
};

/** Whether the scheduler's store is available: `ok`, or why not. */
export interface Scheduling {
  health(): string;
}

/**
 * Ready if the database responds and accepts writes, and this machine's clock agrees with the database's. The check
 * uses the same kind of connection as requests. If the store of the scheduler is unavailable, this is only reported: it
 * delays work, but no request depends on it.
 */
export const readiness =
  (
    storeState: () => Promise<StoreState>,
    clockWatch: Pick<ClockWatch, 'wrong'>,
    scheduling: Scheduling | undefined,
  ): Readiness =>
  async () => {
    const wrong = (await storeState()).wrong ?? clockWatch.wrong();
    if (wrong !== undefined) return { ready: false, reason: wrong };
    const state = scheduling?.health() ?? 'ok';
    return state === 'ok' ? { ready: true } : { ready: true, reason: `scheduler: ${state}` };
  };
