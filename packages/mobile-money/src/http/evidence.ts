import type { Evidence } from '@vehicle-insurance/core';
import type { Answer } from './json-client.ts';

/** Fields that name a person, open a door, or are a secret. */
const PRIVATE = /name|mobile|phone|msisdn|e?mail|payer|customer|url|secret|token|api_?key|password/i;

/** Digits long enough to be a phone number, standing alone: no part of an identifier. */
const PHONE_NUMBER = /(?<![\w-])\+?\d{8,15}(?![\w-])/g;

/** What was answered, as it may be kept for a dispute: without secrets, names and phone numbers. */
export const evidenceOf = (answer: Answer): Evidence =>
  answer.got === 'answer' ? { status: answer.status, body: withoutPersons(answer.body) ?? null } : { got: answer.got };

const withoutPersons = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(PHONE_NUMBER, '…');
  if (Array.isArray(value)) return value.map(withoutPersons);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field]) => !PRIVATE.test(field));
  return Object.fromEntries(kept.map(([field, inner]) => [field, withoutPersons(inner)]));
};
