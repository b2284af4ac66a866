import { performance } from 'node:perf_hooks';

/** Milliseconds an answer may be used again: a little less than the five seconds in which every process must follow. */
export const FRESH_FOR = 4_000;

interface Answer<Value> {
  readonly value: Value;
  readonly until: number;
}

/** Answers that may be a few seconds old, by key. Real time; never more than `most` of them. */
export const remembered = <Value>(most: number) => {
  const answers = new Map<string, Answer<Value>>();
  return {
    get: (key: string): Value | undefined => {
      const answer = answers.get(key);
      return answer && answer.until > performance.now() ? answer.value : undefined;
    },
    /** `asked` is when the question was put: an answer is as old as its question. */
    keep: (key: string, value: Value, asked: number): void => {
      if (answers.size >= most) answers.clear();
      answers.set(key, { value, until: asked + FRESH_FOR });
    },
    now: (): number => performance.now(),
  };
};
