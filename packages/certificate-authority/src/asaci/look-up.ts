import type { Acceptance } from '@vehicle-insurance/core';
import type { Fields } from './fields.ts';
import { acceptanceIn } from './state.ts';

/**
 * The one place that rests on an assumption: how a lost answer is found again. No public material shows it. Assumed is
 * that certificates can be retrieved by `numero_police`, and that a duplicate names the request it repeats when the
 * policy number is the same. Where this is not so, configure `lookUp: false`: such contracts then go to the operators.
 */
export const lookUp = {
  /** What a retrieval asks by, beside the credentials. */
  byPolicy: (policyNumber: string) => ({ numero_police: policyNumber }),
  /** The request a duplicate repeats: ours, or nothing where it names none. */
  repeated: (duplicate: Fields): Acceptance | undefined => acceptanceIn(duplicate),
};
