import { performance } from 'node:perf_hooks';

/**
 * Milliseconds an answer may be reused: a little less than the five seconds in which every process must follow a
 * change.
 */
const FRESH_FOR = 4_000;

interface Answer<Value> {
  readonly value: Value;
  readonly until: number;
}

/** Real time, in milliseconds. */
export type Stopwatch = () => number;

const running: Stopwatch = () => performance.now();

/** A cache, by key, of answers that may be a few seconds old. Holds at most `limit`. */
export const ttlCache = <Value>(limit: number, now: Stopwatch = running) => {
  const answers = new Map<string, Answer<Value>>();
  return {
    get: (key: string): Value | undefined => {
      const answer = answers.get(key);
      return answer && answer.until > now() ? answer.value : undefined;
    },
    /** `asked` is when the query was sent: an answer is as old as its query. */
    keep: (key: string, value: Value, asked: number): void => {
      if (answers.size >= limit) answers.clear();
      answers.set(key, { value, until: asked + FRESH_FOR });
    },
    now,
  };
};
