/**
 * What an outside system can answer to any call: it did it, it refused, it has not done it yet, or nobody knows.
 * `unknown` is neither success nor failure: only looking again tells. `evidence` is what was said, with secrets and
 * names removed, kept for disputes.
 */
export type Outcome<Value, Reason = never> =
  | { readonly outcome: 'done'; readonly value: Value; readonly evidence?: Evidence }
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly evidence?: Evidence }
  | { readonly outcome: 'not_yet'; readonly evidence?: Evidence }
  | { readonly outcome: 'unknown'; readonly why: string; readonly evidence?: Evidence };

/** An outside system's own words, as plain JSON; `withoutPersons` has gone over them. */
export type Evidence = Readonly<Record<string, unknown>>;

/** What an operator is told of an answer that settled nothing; nothing where there is nothing to tell. */
export const troubleOf = (said: Outcome<unknown, unknown>): string | undefined =>
  said.outcome === 'unknown' ? said.why : undefined;

const withEvidence = <T extends object>(
  answer: T,
  evidence: Evidence | undefined,
): T & { readonly evidence?: Evidence } => (evidence === undefined ? answer : { ...answer, evidence });

/** The outside did it, and this is what it gave. */
export const done = <Value>(value: Value, evidence?: Evidence) =>
  withEvidence({ outcome: 'done' as const, value }, evidence);

/** The outside certainly did not do it, and said why. */
export const refused = <Reason>(reason: Reason, evidence?: Evidence) =>
  withEvidence({ outcome: 'refused' as const, reason }, evidence);

/** The outside has taken it on and has not finished: ask again later. */
export const notYet = (evidence?: Evidence) => withEvidence({ outcome: 'not_yet' as const }, evidence);

/** Nobody knows whether it was done; `why` is for operators to read. */
export const unknown = (why: string, evidence?: Evidence) =>
  withEvidence({ outcome: 'unknown' as const, why }, evidence);
