import type { Evidence, Problem, Throttled } from '@vehicle-insurance/core';
import {
  fieldsOf,
  problemOf,
  providerResponse,
  throttlingOf,
  type HttpResult,
  type Fields,
} from '@vehicle-insurance/http-client';
import { textIn } from './fields.ts';
import { meaningOf, problemOfStatut, TOO_MANY_REQUESTS, type Meaning } from './statut.ts';

export interface Reply {
  /** `unreadable`: there is no response, or it cannot be understood. */
  readonly meaning: Meaning | 'unreadable';
  /** Null unless the authority answered with HTTP status 200 and a readable `statut`. */
  readonly statut: number | null;
  readonly fields: Fields;
  /** The meaning of the status, or why the status is missing. */
  readonly problem: Problem;
  readonly evidence: Evidence;
  /** Present if the authority is overloaded or limits our requests. */
  readonly throttled?: Throttled | undefined;
}

/** HTTP statuses of a server that refuses our credentials or our IP address. */
const ACCESS_DENIED = [401, 403];

/**
 * Interprets a response. The authority sends 200 with the result in `statut`. With another HTTP status, `statut` proves
 * nothing.
 */
export const replyOf = (result: HttpResult): Reply => {
  if (result.got !== 'response') return unreadable(problemOf('authority', result), { got: result.code ?? result.got });
  const { status } = result;
  const fields = fieldsOf(result.body);
  const evidence = providerResponse(result);
  if (ACCESS_DENIED.includes(status))
    return { meaning: 'credentials', statut: null, fields: {}, problem: { code: 'access_denied', status }, evidence };
  const text = textIn(fields, 'statut');
  const throttled = throttlingOf(result);
  if (status !== 200 || text === null || !/^-?\d{1,4}$/.test(text))
    return unreadable({ code: 'unreadable_answer', of: 'authority', status }, evidence, throttled);
  const statut = Number(text);
  return {
    meaning: meaningOf(statut),
    statut,
    fields,
    problem: problemOfStatut(statut),
    evidence,
    throttled: statut === TOO_MANY_REQUESTS ? { retryAfter: result.retryAfter ?? null } : undefined,
  };
};

const unreadable = (problem: Problem, evidence: Evidence, throttled?: Throttled): Reply => ({
  meaning: 'unreadable',
  statut: null,
  fields: {},
  problem,
  evidence,
  throttled,
});
