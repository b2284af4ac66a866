import { performance } from 'node:perf_hooks';

/**
 * Milliseconds for which an answer may be reused. This is a little less than the five seconds within which every
 * process must see a change.
 */
const FRESH_FOR = 4_000;

interface Answer<Value> {
  readonly value: Value;
  readonly until: number;
}

/** Real time, in milliseconds. */
export type Stopwatch = () => number;

const running: Stopwatch = () => performance.now();

/** A cache of answers by key, which may be a few seconds old. It holds at most `limit` answers. */
export const ttlCache = <Value>(limit: number, now: Stopwatch = running) => {
  const answers = new Map<string, Answer<Value>>();
  return {
    get: (key: string): Value | undefined => {
      const answer = answers.get(key);
      return answer && answer.until > now() ? answer.value : undefined;
    },
    /** `sentAt` is when the query was sent, because an answer is as old as its query. */
    keep: (key: string, value: Value, sentAt: number): void => {
      if (answers.size >= limit) answers.clear();
      answers.set(key, { value, until: sentAt + FRESH_FOR });
    },
    now,
  };
};
