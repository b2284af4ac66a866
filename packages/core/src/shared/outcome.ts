import type { Problem } from './problem.ts';

/**
 * The outcome of a call to an outside system: it did it, it refused, it has not done it yet, or that is unknown.
 * `unknown` is neither success nor failure: only checking again shows which. `evidence` is the provider's response,
 * with secrets and names removed, kept for disputes.
 */
export type Outcome<Value, Reason = never> =
  | { readonly outcome: 'done'; readonly value: Value; readonly evidence?: Evidence }
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly evidence?: Evidence }
  | { readonly outcome: 'not_yet'; readonly evidence?: Evidence }
  | {
      readonly outcome: 'unknown';
      readonly why: Problem;
      readonly evidence?: Evidence;
      /** Present if the outside system is overloaded and wants to be called less. */
      readonly throttled?: Throttled;
    };

/** An outside system answered that it is overloaded, or has had too many requests. */
export interface Throttled {
  /** Milliseconds of real time after which it can be called again; null if it does not say. */
  readonly retryAfter: number | null;
}

/** What is kept for disputes, as plain JSON. An outside system's answer has gone through `withoutPersons`. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The error an operator sees of an answer that settled nothing; undefined if there is none. */
export const lastErrorOf = (said: Outcome<unknown, unknown>): Problem | undefined =>
  said.outcome === 'unknown' ? said.why : undefined;

const withEvidence = <T extends object>(
  answer: T,
  evidence: Evidence | undefined,
): T & { readonly evidence?: Evidence } => (evidence === undefined ? answer : { ...answer, evidence });

/** The outside system did it, and returned `value`. */
export const done = <Value>(value: Value, evidence?: Evidence) =>
  withEvidence({ outcome: 'done' as const, value }, evidence);

/** The outside system certainly did not do it, and gave a reason. */
export const refused = <Reason>(reason: Reason, evidence?: Evidence) =>
  withEvidence({ outcome: 'refused' as const, reason }, evidence);

/** The outside system has accepted it and has not finished: ask again later. */
export const notYet = (evidence?: Evidence) => withEvidence({ outcome: 'not_yet' as const }, evidence);

/** Whether it was done is not known. */
export const unknown = (why: Problem, evidence?: Evidence, throttled?: Throttled) =>
  withEvidence({ outcome: 'unknown' as const, why, ...(throttled && { throttled }) }, evidence);

/** How an overloaded system wants to be called less; undefined if it is not: a further call now may be answered. */
export const throttlingIn = (said: Outcome<unknown, unknown>): Throttled | undefined =>
  said.outcome === 'unknown' ? said.throttled : undefined;

/**
 * Fields that name a person, give access or are a secret, in English and in French. A field that only looks like one is
 * removed as well: evidence is worth less than a person's privacy.
 */
const PRIVATE = new RegExp(
  [
    'name|mobile|phone|msisdn|mail|address|payer|customer|holder',
    'nom|telephone|adresse|souscripteur|assure|client(?!_?reference)',
    'url|secret|token|password|api_?key|authori[sz]ation|signature|acces|mot_?de_?passe',
  ].join('|'),
  'i',
);

/** Digits long enough to be a phone number, in a row or in groups, that are not part of an identifier. */
const PHONE_NUMBER =
  /(?<![\w-])(?:(?:\+|00)\d{1,3}[ .-]?)?(?:\d{8,15}|\d{1,4}([ .-])\d{2,3}(?:\1\d{2,3}){2,5})(?![\w-])/g;

/** Of bounded length, so that a long answer is scanned in linear time. */
const MAIL_ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

/** A number from here on can be a phone number; a shorter one is an amount or an identifier. */
const LEAST_PHONE_NUMBER = 10 ** 8;

/** The greatest depth that is kept: no real answer of an outside system is this deep. */
const DEEPEST = 20;

const LEFT_OUT = '…';

/**
 * An outside system's answer as it may be kept for a dispute: without private fields, and without phone numbers and
 * mail addresses in the texts that are left.
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
