import type { StoreAnswers } from '@vehicle-insurance/http';

/** Milliseconds for which an answer of the store stands for the next ones. */
const FRESH_FOR = 1_000;

/**
 * Whether the store answers, for any number of askers: it is asked once a second at most, and by one of them. While it is
 * away nobody waits for it: they are told so at once, and a question that is under way finds out when it is back.
 */
export const storeAnswers = (
  { ping }: { ping(): Promise<void> },
  now: () => number = () => performance.now(),
): StoreAnswers => {
  let answered = true;
  let fresh = -Infinity;
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    answered = await ping().then(
      () => true,
      () => false,
    );
    fresh = now() + FRESH_FOR;
    asking = undefined;
    return answered;
  };
  return async () => {
    if (now() < fresh) return answered;
    asking ??= ask();
    return answered ? asking : false;
  };
};
