import { withoutPersons, type Evidence } from '@vehicle-insurance/core';
import type { Answer } from '../http/web-client.ts';
import { fieldsOf, textIn, type Fields } from './fields.ts';
import { inWords, meaningOf, UNACCEPTED, type Meaning } from './statut.ts';

/** What the authority said. */
export interface Reply {
  /** `unreadable`: nothing that can be understood. */
  readonly meaning: Meaning | 'unreadable';
  /** Null where there is none, or the server turned us away before it gave one. */
  readonly statut: number | null;
  readonly fields: Fields;
  /** The status with what it means, or why there is none; for operators. */
  readonly words: string;
  readonly evidence: Evidence;
}

/** What a server answers that does not let us in, for our credentials or our address. */
const TURNED_AWAY = [401, 403];

/** The authority answers 200 and says in `statut` what happened; of a server in trouble nothing is believed. */
export const replyOf = (answer: Answer): Reply => {
  if (answer.got !== 'answer') {
    const why = answer.got === 'nothing' ? answer.why : answer.got;
    return unreadable(`the authority gave no answer: ${why}`, { got: why });
  }
  const { status } = answer;
  const body = parse(answer.bytes);
  const fields = fieldsOf(body);
  const evidence = { status, body: withoutPersons(body) ?? null };
  if (TURNED_AWAY.includes(status))
    return { meaning: 'credentials', statut: null, fields: {}, words: `HTTP ${status}: ${UNACCEPTED}`, evidence };
  const text = textIn(fields, 'statut');
  if (status >= 500 || text === null || !/^-?\d{1,4}$/.test(text))
    return unreadable(`the authority's answer cannot be understood (${status})`, evidence);
  const statut = Number(text);
  return { meaning: meaningOf(statut), statut, fields, words: inWords(statut), evidence };
};

const unreadable = (words: string, evidence: Evidence): Reply => ({
  meaning: 'unreadable',
  statut: null,
  fields: {},
  words,
  evidence,
});

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};
