import { setTimeout as pause } from 'node:timers/promises';

const CHECK_EVERY = 50;

/** Asks again until the answer is as expected; fails with the last answer when the service takes too long. */
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
      throw new Error(`it did not come to that; the last answer was ${JSON.stringify(answer)}`);
    await pause(CHECK_EVERY);
  }
};
