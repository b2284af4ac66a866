import { refused, unknown, type FailureReason, type Outcome, type Problem } from '@vehicle-insurance/core';
import { problemOf, providerResponse, throttlingOf, type Answer } from '@vehicle-insurance/http-client';

/** HTTP statuses after which certainly no session was opened. */
const REFUSALS = [400, 401, 403, 404, 422, 429];

export const isOk = (answer: Answer): boolean => answer.got === 'answer' && answer.status >= 200 && answer.status < 300;

/** The body of a good answer; undefined for any other. */
export const goodBodyOf = (answer: Answer): unknown =>
  answer.got === 'answer' && isOk(answer) ? answer.body : undefined;

/** The refusal in an answer to an opening; undefined where a session may have been opened all the same. */
export const refusedOpening = (answer: Answer): Outcome<never, FailureReason> | undefined => {
  if (answer.got === 'no connection' || answer.got === 'not sent')
    return refused('provider_unavailable', providerResponse(answer));
  return answer.got === 'answer' && REFUSALS.includes(answer.status)
    ? refused('provider_error', providerResponse(answer))
    : undefined;
};

/** The outcome of an answer that decides nothing, with a reason for operators. */
export const notDefinite = (answer: Answer): Outcome<never> =>
  unknown(whyOf(answer), providerResponse(answer), throttlingOf(answer));

const whyOf = (answer: Answer): Problem => {
  if (answer.got !== 'answer' || !(isOk(answer) || answer.status === 404)) return problemOf('provider', answer);
  const { status } = answer;
  return status === 404 ? { code: 'session_not_known' } : { code: 'unreadable_answer', of: 'provider', status };
};
