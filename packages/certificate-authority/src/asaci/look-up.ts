import type { Acceptance } from '@vehicle-insurance/core';
import type { Fields } from '@vehicle-insurance/http-client';
import { acceptanceIn } from './state.ts';

/**
 * The only code that rests on an assumption: how a lost answer is found again. No public material shows it. The
 * assumption is that certificates can be retrieved by `numero_police`, and that a duplicate names the request it
 * repeats when the policy number is the same. Where that does not hold, configure `lookUp: false` (`AUTHORITY_LOOK_UP`
 * of the service): such contracts then become action items.
 */
export const lookUp = {
  /** The key of a retrieval, beside the credentials. */
  byPolicy: (policyNumber: string) => ({ numero_police: policyNumber }),
  /** The request of ours that a duplicate repeats; undefined where the answer names none. */
  repeated: (duplicate: Fields): Acceptance | undefined => acceptanceIn(duplicate),
};
