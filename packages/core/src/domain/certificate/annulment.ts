import type { Instant } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import type { CertificateRequest } from './certificate-request.ts';

/**
 * The contract was cancelled, so its certificate must be annulled at `at`, when its cover ends. The service annuls it
 * by API if the authority supports this and the request is no longer polled. Otherwise a person must have it annulled.
 */
export const startAnnulment = (request: CertificateRequest, canAnnul: boolean, at: Instant): CertificateRequest => {
  const waiting = { ...request, refusal: null };
  return canAnnul && request.due === null
    ? { ...waiting, annulment: 'due', due: { at, attempts: 0 } }
    : { ...waiting, annulment: 'manual' };
};

/** The authority refused the annulment, so a person must arrange it. */
export const handOverAnnulment = (request: CertificateRequest, refusal: Problem): CertificateRequest => ({
  ...request,
  refusal,
  annulment: 'manual',
  due: null,
});

/** The certificate is annulled. Polling for another certificate continues. */
export const completeAnnulment = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  annulment: 'done',
  due: request.annulment === 'due' ? null : request.due,
});
