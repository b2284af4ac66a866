/** Fields that name a person or are a secret. */
const PRIVATE = /nom|prenom|telephone|mail|adresse|souscripteur|assure|acces|secret|token|password/i;

/** Digits long enough to be a phone number, standing alone: no part of an identifier. */
const PHONE_NUMBER = /(?<![\w-])(\+|00)?\d{10,15}(?![\w-])/g;

/** What was answered, as it may be kept for a dispute: without secrets, names and phone numbers. */
export const withoutPersons = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(PHONE_NUMBER, '…');
  if (Array.isArray(value)) return value.map(withoutPersons);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field]) => !PRIVATE.test(field));
  return Object.fromEntries(kept.map(([field, inner]) => [field, withoutPersons(inner)]));
};
