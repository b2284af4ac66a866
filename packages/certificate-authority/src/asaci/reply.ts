import type { Evidence, Throttled } from '@vehicle-insurance/core';
import { fieldsOf, providerResponse, throttlingOf, type Answer, type Fields } from '@vehicle-insurance/http-client';
import { textIn } from './fields.ts';
import { inWords, meaningOf, TOO_MANY_REQUESTS, UNACCEPTED, type Meaning } from './statut.ts';

/** The authority's answer. */
export interface Reply {
  /** `unreadable`: it cannot be understood. */
  readonly meaning: Meaning | 'unreadable';
  /** Null where there is none, or the server rejected us before it gave one. */
  readonly statut: number | null;
  readonly fields: Fields;
  /** The status with what it means, or why there is none; for operators. */
  readonly words: string;
  readonly evidence: Evidence;
  /** Present if the authority is overloaded and wants to be called less. */
  readonly throttled?: Throttled | undefined;
}

/** HTTP statuses of a server that does not accept our credentials or our address. */
const ACCESS_DENIED = [401, 403];

/** Reads an answer. The authority answers 200 and puts the result in `statut`; any other status proves nothing. */
export const replyOf = (answer: Answer): Reply => {
  if (answer.got !== 'answer') {
    const why = answer.code ?? answer.got;
    return unreadable(`the authority gave no answer: ${why}`, { got: why });
  }
  const { status } = answer;
  const fields = fieldsOf(answer.body);
  const evidence = providerResponse(answer);
  if (ACCESS_DENIED.includes(status))
    return { meaning: 'credentials', statut: null, fields: {}, words: `HTTP ${status}: ${UNACCEPTED}`, evidence };
  const text = textIn(fields, 'statut');
  const throttled = throttlingOf(answer);
  if (status !== 200 || text === null || !/^-?\d{1,4}$/.test(text))
    return unreadable(`the authority's answer cannot be understood (${status})`, evidence, throttled);
  const statut = Number(text);
  return {
    meaning: meaningOf(statut),
    statut,
    fields,
    words: inWords(statut),
    evidence,
    throttled: statut === TOO_MANY_REQUESTS ? { retryAfter: answer.retryAfter ?? null } : undefined,
  };
};

const unreadable = (words: string, evidence: Evidence, throttled?: Throttled): Reply => ({
  meaning: 'unreadable',
  statut: null,
  fields: {},
  words,
  evidence,
  throttled,
});
