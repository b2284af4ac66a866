import { performance } from 'node:perf_hooks';

/** Milliseconds for which an answer may be reused. Every process must see a change within five seconds. */
const FRESH_FOR = 4_000;

interface Answer<Value> {
  readonly value: Value;
  readonly until: number;
}

/** Real time, in milliseconds. */
export type Stopwatch = () => number;

const running: Stopwatch = () => performance.now();

/** A cache of at most `limit` answers by key, each a few seconds old at most. */
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
