import type { Problem } from './problem.ts';

/**
 * The outcome of a call to an outside system. `unknown`: the call may have succeeded or failed, and only a later check
 * shows which. `evidence` is the response without secrets and personal data, kept for disputes.
 */
export type Outcome<Value, Reason = never> =
  | { readonly outcome: 'done'; readonly value: Value; readonly evidence?: Evidence }
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly evidence?: Evidence }
  | { readonly outcome: 'not_yet'; readonly evidence?: Evidence }
  | {
      readonly outcome: 'unknown';
      readonly why: Problem;
      readonly evidence?: Evidence;
      /** Present if the outside system is overloaded and must be called less often. */
      readonly throttled?: Throttled;
    };

/** The outside system responded that it is overloaded or received too many requests. */
export interface Throttled {
  /** Milliseconds of real time until the next call is allowed; null if the outside system specifies none. */
  readonly retryAfter: number | null;
}

/** Evidence for disputes, as plain JSON. Responses of outside systems must first pass through `withoutPersons`. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The reason of an unknown outcome, which operators see; undefined for any other outcome. */
export const lastErrorOf = (said: Outcome<unknown, unknown>): Problem | undefined =>
  said.outcome === 'unknown' ? said.why : undefined;

const withEvidence = <T extends object>(
  answer: T,
  evidence: Evidence | undefined,
): T & { readonly evidence?: Evidence } => (evidence === undefined ? answer : { ...answer, evidence });

/** The outside system carried out the request and returned `value`. */
export const done = <Value>(value: Value, evidence?: Evidence) =>
  withEvidence({ outcome: 'done' as const, value }, evidence);

/** The outside system certainly did not carry out the request, and gave a reason. */
export const refused = <Reason>(reason: Reason, evidence?: Evidence) =>
  withEvidence({ outcome: 'refused' as const, reason }, evidence);

/** The outside system has accepted the request but not finished the work. The caller must check again later. */
export const notYet = (evidence?: Evidence) => withEvidence({ outcome: 'not_yet' as const }, evidence);

/** The outside system may or may not have carried out the request. */
export const unknown = (why: Problem, evidence?: Evidence, throttled?: Throttled) =>
  withEvidence({ outcome: 'unknown' as const, why, ...(throttled && { throttled }) }, evidence);

/** The limit that an overloaded outside system sets for further calls; undefined if the system is not overloaded. */
export const throttlingIn = (said: Outcome<unknown, unknown>): Throttled | undefined =>
  said.outcome === 'unknown' ? said.throttled : undefined;

/**
 * Matches the names, in English and French, of fields that identify a person, give access or are secret. The pattern is
 * broad, because privacy matters more than evidence.
 */
const PRIVATE = new RegExp(
  [
    'name|mobile|phone|msisdn|mail|address|payer|customer|holder',
    'nom|telephone|adresse|souscripteur|assure|client(?!_?reference)',
    'url|secret|token|password|api_?key|authori[sz]ation|signature|acces|mot_?de_?passe',
  ].join('|'),
  'i',
);

/** Matches enough digits for a phone number, in a row or in groups, but not inside an identifier. */
const PHONE_NUMBER =
  /(?<![\w-])(?:(?:\+|00)\d{1,3}[ .-]?)?(?:\d{8,15}|\d{1,4}([ .-])\d{2,3}(?:\1\d{2,3}){2,5})(?![\w-])/g;

/** The lengths are bounded, so that a long text is scanned in linear time. */
const MAIL_ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

/** Numbers from this value on can be phone numbers; smaller numbers are amounts or identifiers. */
const LEAST_PHONE_NUMBER = 10 ** 8;

/** The maximum depth that is kept; no real response of an outside system is this deep. */
const DEEPEST = 20;

const LEFT_OUT = '…';

/**
 * Removes private fields from an outside system's response. Also removes phone numbers and mail addresses from the
 * remaining values. The result may be kept for disputes.
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
