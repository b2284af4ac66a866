import { refused, SESSION_NOT_KNOWN, unknown, type FailureReason, type Outcome } from '@vehicle-insurance/core';
import { providerResponse, throttlingOf, type Answer } from '@vehicle-insurance/http-client';

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

const whyOf = (answer: Answer): string => {
  if (answer.got !== 'answer') return `the provider gave no answer: ${answer.got}`;
  if (answer.status === 404) return SESSION_NOT_KNOWN;
  return isOk(answer) ? 'the answer cannot be understood' : `the provider answered ${answer.status}`;
};
