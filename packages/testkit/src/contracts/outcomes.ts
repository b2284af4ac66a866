import type { Outcome } from '@vehicle-insurance/core';

/** The value of a `done` outcome; throws for any other outcome. */
export const value = <Value>(answer: Outcome<Value, unknown>): Value => {
  if (answer.outcome !== 'done') throw new Error(`expected an answer that is done, got ${JSON.stringify(answer)}`);
  return answer.value;
};
