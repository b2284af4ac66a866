import type { Acceptance } from '@vehicle-insurance/core';
import type { Fields } from '@vehicle-insurance/http-client';
import { acceptanceIn } from './state.ts';

/**
 * How to recover from a lost response is undocumented. Only this code relies on our assumption: certificates can be
 * retrieved by `numero_police`, and a duplicate contains the earlier request with the same policy number. If the
 * assumption is wrong, configure `lookUp: false` (`AUTHORITY_LOOK_UP` of the service). A contract whose response was
 * lost then becomes an action item.
 */
export const lookUp = {
  /** The search key of a retrieval, besides the credentials. */
  byPolicy: (policyNumber: string) => ({ numero_police: policyNumber }),
  /** Our earlier request that a duplicate contains, if any. */
  repeated: (duplicate: Fields): Acceptance | undefined => acceptanceIn(duplicate),
};
