import { refused, unknown, type FailureReason, type Outcome, type Problem } from '@vehicle-insurance/core';
import { problemOf, providerResponse, throttlingOf, type HttpResult } from '@vehicle-insurance/http-client';

/** HTTP statuses after which certainly no session was opened. */
const REFUSALS = [400, 401, 403, 404, 422, 429];

export const isOk = (result: HttpResult): boolean =>
  result.got === 'response' && result.status >= 200 && result.status < 300;

export const successBodyOf = (result: HttpResult): unknown =>
  result.got === 'response' && isOk(result) ? result.body : undefined;

/** The refusal of an opening. Undefined if the provider may have opened a session. */
export const refusalOfOpening = (result: HttpResult): Outcome<never, FailureReason> | undefined => {
  if (result.got === 'no connection' || result.got === 'not sent')
    return refused('provider_unavailable', providerResponse(result));
  return result.got === 'response' && REFUSALS.includes(result.status)
    ? refused('provider_error', providerResponse(result))
    : undefined;
};

export const unknownOf = (result: HttpResult): Outcome<never> =>
  unknown(whyOf(result), providerResponse(result), throttlingOf(result));

const whyOf = (result: HttpResult): Problem => {
  if (result.got !== 'response' || !(isOk(result) || result.status === 404)) return problemOf('provider', result);
  const { status } = result;
  return status === 404 ? { code: 'session_not_known' } : { code: 'unreadable_answer', of: 'provider', status };
};
