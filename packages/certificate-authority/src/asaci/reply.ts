import { withoutPersons, type Evidence } from '@vehicle-insurance/core';
import { fieldsOf, textIn, type Fields } from './fields.ts';
import type { Answer } from '../http/web-client.ts';

/** What the authority said: its status and its fields; nothing where it said nothing that can be understood. */
export interface Reply {
  readonly said: { readonly statut: number; readonly fields: Fields } | null;
  /** Why there is nothing. */
  readonly why: string;
  readonly evidence: Evidence;
}

/** The authority answers 200 and says in `statut` what happened; of a server in trouble nothing is believed. */
export const replyOf = (answer: Answer): Reply => {
  if (answer.got !== 'answer') {
    const why = answer.got === 'nothing' ? answer.why : answer.got;
    return { said: null, why: `the authority gave no answer: ${why}`, evidence: { got: why } };
  }
  const body = parse(answer.bytes);
  const fields = fieldsOf(body);
  const evidence = { status: answer.status, body: withoutPersons(body) ?? null };
  const text = textIn(fields, 'statut');
  const isReadable = answer.status < 500 && text !== null && /^-?\d{1,4}$/.test(text);
  return isReadable
    ? { said: { statut: Number(text), fields }, why: '', evidence }
    : { said: null, why: `the authority's answer cannot be understood (${answer.status})`, evidence };
};

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};
