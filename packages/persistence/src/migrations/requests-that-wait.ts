import { steps } from './steps.ts';

/**
 * A request that waits has its next attempt, or waits for an operator. The constraint of `0006` compared the concern of
 * a request without one by `=`, which is unknown, and a check refuses only what is false. A request that slipped
 * through is due now.
 */
export const REQUESTS_THAT_WAIT = steps('0029', {
  'requests that were forgotten': [
    `update certificate_request set due_at = statement_timestamp(), version = version + 1
      where status = 'pending' and due_at is null and concern is null`,
  ],
  'requests that wait': [
    'alter table certificate_request drop constraint certificate_request_is_made',
    `alter table certificate_request add constraint certificate_request_is_made
      check (status <> 'pending' or due_at is not null or concern is not distinct from 'certificate_not_ours') not valid`,
  ],
  'requests that wait are checked': ['alter table certificate_request validate constraint certificate_request_is_made'],
});
