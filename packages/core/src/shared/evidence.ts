/**
 * Fields that name a person, open a door or are a secret, in English and in French. What only looks like one goes as
 * well: evidence is worth less than somebody's privacy.
 */
const PRIVATE = new RegExp(
  [
    'name|mobile|phone|msisdn|mail|address|payer|customer|holder',
    'nom|telephone|adresse|souscripteur|assure|client(?!_?reference)',
    'url|secret|token|password|api_?key|authori[sz]ation|signature|acces|mot_?de_?passe',
  ].join('|'),
  'i',
);

/** Digits long enough to be a phone number, in a row or in groups, standing alone: no part of an identifier. */
const PHONE_NUMBER =
  /(?<![\w-])(?:(?:\+|00)\d{1,3}[ .-]?)?(?:\d{8,15}|\d{1,4}([ .-])\d{2,3}(?:\1\d{2,3}){2,5})(?![\w-])/g;

/** Of bounded length, so that a long answer is read in one go. */
const MAIL_ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

/** A number from here on can be a phone number; a shorter one is an amount or an identifier. */
const LEAST_PHONE_NUMBER = 10 ** 8;

/** Nothing an outside system says is as deep as this on purpose. */
const DEEPEST = 20;

const LEFT_OUT = '…';

/**
 * What an outside system said, as it may be kept for a dispute: private fields are gone, and phone numbers and mail
 * addresses are gone from every text that is left.
 */
export const withoutPersons = (said: unknown): unknown => clean(said, DEEPEST);

const clean = (value: unknown, deep: number): unknown => {
  if (typeof value === 'string') return value.replace(MAIL_ADDRESS, LEFT_OUT).replace(PHONE_NUMBER, LEFT_OUT);
  if (typeof value === 'number') return Math.abs(value) < LEAST_PHONE_NUMBER ? value : LEFT_OUT;
  if (typeof value !== 'object' || value === null) return value;
  if (deep === 0) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((each) => clean(each, deep - 1));
  const kept = Object.entries(value).filter(([field]) => !isPrivate(field));
  return Object.fromEntries(kept.map(([field, inner]) => [field, clean(inner, deep - 1)]));
};

const isPrivate = (field: string): boolean => PRIVATE.test(field.normalize('NFD').replace(/\p{M}/gu, ''));
