import type { Instant } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import type { CertificateRequest } from './certificate-request.ts';

/**
 * Starts the annulment of a cancelled contract's certificate. `at` is the end of cover, or now if no day stays covered.
 * The service requests the annulment if the authority's API supports annulments and the service no longer polls the
 * request. Otherwise a person must arrange the annulment.
 */
export const startAnnulment = (request: CertificateRequest, canAnnul: boolean, at: Instant): CertificateRequest => {
  const waiting = { ...request, refusal: null };
  return canAnnul && request.due === null
    ? { ...waiting, annulment: 'due', due: { at, attempts: 0 } }
    : { ...waiting, annulment: 'manual' };
};

/** The authority refused the annulment, so a person must arrange the annulment. */
export const handOverAnnulment = (request: CertificateRequest, refusal: Problem): CertificateRequest => ({
  ...request,
  refusal,
  annulment: 'manual',
  due: null,
});

/**
 * Records that the certificate is annulled. If the service still polls for another certificate, the polling continues.
 */
export const completeAnnulment = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  annulment: 'done',
  due: request.annulment === 'due' ? null : request.due,
});
