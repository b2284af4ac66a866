import type { Evidence, Problem, Throttled } from '@vehicle-insurance/core';
import {
  fieldsOf,
  problemOf,
  providerResponse,
  throttlingOf,
  type Answer,
  type Fields,
} from '@vehicle-insurance/http-client';
import { textIn } from './fields.ts';
import { meaningOf, problemOfStatut, TOO_MANY_REQUESTS, type Meaning } from './statut.ts';

/** The authority's answer. */
export interface Reply {
  /** `unreadable`: it cannot be understood. */
  readonly meaning: Meaning | 'unreadable';
  /** Null where there is none, or the server rejected us before it gave one. */
  readonly statut: number | null;
  readonly fields: Fields;
  /** The status with its meaning, or why there is none. */
  readonly problem: Problem;
  readonly evidence: Evidence;
  /** Present if the authority is overloaded and wants to be called less. */
  readonly throttled?: Throttled | undefined;
}

/** HTTP statuses of a server that does not accept our credentials or our address. */
const ACCESS_DENIED = [401, 403];

/** Reads an answer. The authority answers 200 and puts the result in `statut`; any other status proves nothing. */
export const replyOf = (answer: Answer): Reply => {
  if (answer.got !== 'answer') return unreadable(problemOf('authority', answer), { got: answer.code ?? answer.got });
  const { status } = answer;
  const fields = fieldsOf(answer.body);
  const evidence = providerResponse(answer);
  if (ACCESS_DENIED.includes(status))
    return { meaning: 'credentials', statut: null, fields: {}, problem: { code: 'access_denied', status }, evidence };
  const text = textIn(fields, 'statut');
  const throttled = throttlingOf(answer);
  if (status !== 200 || text === null || !/^-?\d{1,4}$/.test(text))
    return unreadable({ code: 'unreadable_answer', of: 'authority', status }, evidence, throttled);
  const statut = Number(text);
  return {
    meaning: meaningOf(statut),
    statut,
    fields,
    problem: problemOfStatut(statut),
    evidence,
    throttled: statut === TOO_MANY_REQUESTS ? { retryAfter: answer.retryAfter ?? null } : undefined,
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
