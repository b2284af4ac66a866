import { indexes, steps } from './steps.ts';

/** The requests for certificates that nothing waits for any more and the authority has not ended: action items. */
export const LEFT_OPEN_REQUESTS = steps('0025', {
  'requests that are left open': indexes({
    certificate_request_left_open: `certificate_request (created) where status <> 'pending' and due_at is not null`,
  }),
});
