import type { Outcome } from '@vehicle-insurance/core';

/** What was answered; throws where the call came to anything else. */
export const value = <Value>(answer: Outcome<Value, unknown>): Value => {
  if (answer.outcome !== 'done') throw new Error(`expected an answer that is done, got ${JSON.stringify(answer)}`);
  return answer.value;
};
