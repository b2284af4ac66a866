/** Milliseconds for which an answer of the store stands for the next ones. */
const FRESH_FOR = 1_000;

/** What is known of the store: nothing is wrong with it, or why nothing can be done there. */
export interface StoreState {
  readonly wrong?: string;
}

/**
 * Whether the store answers and takes changes, for any number of askers: it is asked once a second at most, and by one
 * of them. While it is away nobody waits for it: they are told so at once, and a question that is under way finds out
 * when it is back.
 */
export const storeState = (
  { ping }: { ping(): Promise<void> },
  now: () => number = () => performance.now(),
): (() => Promise<StoreState>) => {
  let state: StoreState = {};
  let fresh = -Infinity;
  let asking: Promise<StoreState> | undefined;

  const ask = async (): Promise<StoreState> => {
    state = await ping().then(
      () => ({}),
      (cause: unknown) => ({ wrong: cause instanceof Error ? cause.message : String(cause) }),
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
