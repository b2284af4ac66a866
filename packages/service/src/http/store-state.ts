import { StoreUnavailable, type Incidents } from '@vehicle-insurance/core';

/** Milliseconds for which an answer of the store stands for the next ones. */
const FRESH_FOR = 1_000;

/**
 * What is said of a store that answers with an error of its own: its words tell users, databases and addresses, and who
 * asks for this shows no key.
 */
const REFUSED = 'the database refuses this service';

/** What is known of the store: nothing is wrong with it, or why nothing can be done there, in our own words. */
export interface StoreState {
  readonly wrong?: string;
}

/**
 * Whether the store answers and takes changes, for any number of askers: it is asked once a second at most, and by one
 * of them. While it is away nobody waits for it: they are told so at once, and a question that is under way finds out
 * when it is back. What a store says that refuses this service goes to the log, once until it is mended.
 */
export const storeState = (
  { ping }: { ping(): Promise<void> },
  incidents: Incidents,
  now: () => number = () => performance.now(),
): (() => Promise<StoreState>) => {
  let state: StoreState = {};
  let fresh = -Infinity;
  let asking: Promise<StoreState> | undefined;

  const inOurWords = (cause: unknown): string => {
    if (cause instanceof StoreUnavailable) return cause.message;
    if (state.wrong !== REFUSED) incidents.report({ what: REFUSED, cause });
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
