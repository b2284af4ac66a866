import { steps } from './steps.ts';

/**
 * When an operator last gave a certificate. `attached` stays for the processes of an earlier release; what was attached
 * before has no time.
 */
export const ATTACHED_CERTIFICATES = steps('0026', {
  'when certificates were attached': ['alter table certificate_request add column attached_at timestamptz(3)'],
});
