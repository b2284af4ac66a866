import type { Acceptance } from '@vehicle-insurance/core';
import type { Fields } from '@vehicle-insurance/http-client';
import { acceptanceIn } from './state.ts';

/**
 * The only code that relies on an undocumented assumption, about how to recover from a lost response: certificates can
 * be retrieved by `numero_police`, and a duplicate with the same policy number names the earlier request. If that is
 * wrong, configure `lookUp: false` (`AUTHORITY_LOOK_UP` of the service): such contracts then become action items.
 */
export const lookUp = {
  /** The search key of a retrieval, besides the credentials. */
  byPolicy: (policyNumber: string) => ({ numero_police: policyNumber }),
  /** Our earlier request that a duplicate names, if any. */
  repeated: (duplicate: Fields): Acceptance | undefined => acceptanceIn(duplicate),
};
