import type { Instant } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import type { CertificateRequest } from './certificate-request.ts';

/**
 * The contract was cancelled, so its certificate must be annulled at `at`, when its cover ends: by the service if the
 * authority can and the request is not still being looked up, otherwise by a person.
 */
export const startAnnulment = (request: CertificateRequest, canAnnul: boolean, at: Instant): CertificateRequest => {
  const waiting = { ...request, refusal: null };
  return canAnnul && request.due === null
    ? { ...waiting, annulment: 'due', due: { at, attempts: 0 } }
    : { ...waiting, annulment: 'manual' };
};

/** The authority refused, so a person must have the certificate annulled. */
export const handOverAnnulment = (request: CertificateRequest, refusal: Problem): CertificateRequest => ({
  ...request,
  refusal,
  annulment: 'manual',
  due: null,
});

/** The certificate is annulled. A look-up of another certificate goes on. */
export const completeAnnulment = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  annulment: 'done',
  due: request.annulment === 'due' ? null : request.due,
});
