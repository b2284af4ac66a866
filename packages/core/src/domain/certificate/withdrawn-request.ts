import type { Instant } from '../../shared/calendar.ts';
import { step, type IllegalTransition } from '../../shared/machine.ts';
import type { Problem } from '../../shared/problem.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { concernOf } from './certificate-concern.ts';
import {
  acceptedOf,
  certificateMachine,
  isHeld,
  openLookUp,
  type CertificateRequest,
  type ConcernedRequest,
} from './certificate-request.ts';
import type { Acceptance, Certificate } from './certificate.ts';

/**
 * The contract was cancelled: the request fails, and no certificate is requested any more. If the authority may have
 * the request, look-ups continue, so that a late certificate is noticed. A held request still concerns operators, now
 * as `certificate_after_cancel`, because the authority still has the wrong certificate.
 */
export const withdrawRequest = (
  request: CertificateRequest,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> => {
  const { concern, accepted } = request;
  const shown = isHeld(request) ? concern : null;
  const withdrawn = {
    ...request,
    concern: shown && concernOf(shown, 'certificate_after_cancel', shown.why, now),
    // Without a request number, a look-up can find only the certificate that the operator already knows.
    due: shown && !accepted ? null : openLookUp(request, now),
  };
  return request.status === 'failed'
    ? Ok(withdrawn)
    : step(certificateMachine, request.status, 'give_up').map((status) => ({ ...withdrawn, status }));
};

/** A certificate of a cancelled contract, and its request. */
interface LateCertificate {
  readonly acceptance: Acceptance;
  readonly issued: Certificate;
  readonly contradiction: Problem | undefined;
}

/**
 * The authority issued a certificate for a cancelled contract: it is shown to an operator and never attached. If there
 * is a `contradiction`, the operator must find out whose certificate it is before asking the authority to withdraw it.
 */
export const reportLateCertificate = (
  request: CertificateRequest,
  { acceptance, issued, contradiction }: LateCertificate,
  now: Instant,
): ConcernedRequest => ({
  ...request,
  accepted: acceptedOf(request, acceptance, now),
  concern: concernOf(
    request.concern,
    'certificate_after_cancel',
    { code: 'late_certificate', issued: issued.certificateNumber, contradiction: contradiction ?? null },
    now,
  ),
  due: null,
});

/** Ends the look-ups, because the authority has no other certificate for the contract. */
export const endLookUp = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  concern: null,
  due: null,
});
