import { withoutPersons, type Evidence } from '@vehicle-insurance/core';
import type { Answer } from './json-client.ts';

/** What was answered, as it may be kept for a dispute: without secrets, names and phone numbers. */
export const evidenceOf = (answer: Answer): Evidence =>
  answer.got === 'answer' ? { status: answer.status, body: withoutPersons(answer.body) ?? null } : { got: answer.got };
