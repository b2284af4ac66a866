import { StoreUnavailable, type ErrorReporter } from '@vehicle-insurance/core';
import type { Readiness } from '@vehicle-insurance/http';
import type { ClockWatch } from '../clock/clock-watch.ts';

/** Milliseconds for which a result is reused. */
const FRESH_FOR = 1_000;

/**
 * Reported instead of the database's error. The readiness probe needs no key, and the error may contain users,
 * databases and addresses.
 */
const REFUSED = 'the database refuses this service';

/** The latest known state of the database. `wrong` says, in our own words, why the database cannot be used. */
export interface StoreState {
  readonly wrong?: string;
}

/**
 * Whether the database responds and accepts writes, checked at most once a second. Concurrent callers share a query.
 * While the database is unavailable, callers get the last result at once, without waiting for the query. If the
 * database refuses the service, its error is logged once until the state changes.
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

/** `health` returns `ok` if the scheduler's store is available, otherwise why not. */
export interface Scheduling {
  health(): string;
}

/**
 * Ready if the database responds and accepts writes, and this machine's clock agrees with the database's clock. The
 * check uses the same connections as requests. If the scheduler's store is unavailable, the probe only reports it. Work
 * is delayed then, but requests are still served.
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
