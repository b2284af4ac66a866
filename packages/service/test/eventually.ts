import { setTimeout as pause } from 'node:timers/promises';

const CHECK_EVERY = 50;

/** Repeats a query until its result is as expected; fails with the last result after a time-out. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  expected: (answer: T) => boolean,
  within = 45_000,
): Promise<T> => {
  const giveUp = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (expected(answer)) return answer;
    if (performance.now() > giveUp)
      throw new Error(`the expected result did not occur in time; the last one was ${JSON.stringify(answer)}`);
    await pause(CHECK_EVERY);
  }
};
