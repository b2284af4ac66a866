import { performance } from 'node:perf_hooks';

/** Milliseconds an answer may be used again: a little less than the five seconds in which every process must follow. */
export const FRESH_FOR = 4_000;

interface Answer<Value> {
  readonly value: Value;
  readonly until: number;
}

/** Real time, in milliseconds. */
export type Stopwatch = () => number;

const running: Stopwatch = () => performance.now();

/** Answers that may be a few seconds old, by key. Never more than `most` of them. */
export const remembered = <Value>(most: number, now: Stopwatch = running) => {
  const answers = new Map<string, Answer<Value>>();
  return {
    get: (key: string): Value | undefined => {
      const answer = answers.get(key);
      return answer && answer.until > now() ? answer.value : undefined;
    },
    /** `asked` is when the question was put: an answer is as old as its question. */
    keep: (key: string, value: Value, asked: number): void => {
      if (answers.size >= most) answers.clear();
      answers.set(key, { value, until: asked + FRESH_FOR });
    },
    now,
  };
};
