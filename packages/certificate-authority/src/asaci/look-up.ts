import type { Acceptance } from '@vehicle-insurance/core';
import type { Fields } from '@vehicle-insurance/http-client';
import { acceptanceIn } from './state.ts';

/**
 * The authority does not document how to recover from a lost response. We assume that `numero_police` retrieves a
 * certificate, and that a duplicate contains the earlier request with the same policy number. Only this code relies on
 * the assumption. If the assumption is wrong, configure `lookUp: false` (`AUTHORITY_LOOK_UP` of the service). A
 * contract whose response was lost then becomes an action item.
 */
export const lookUp = {
  /** The search key of a retrieval, besides the credentials. */
  byPolicy: (policyNumber: string) => ({ numero_police: policyNumber }),
  /** The earlier request, if the response to a duplicate names one. */
  repeated: (duplicate: Fields): Acceptance | undefined => acceptanceIn(duplicate),
};
