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
 * Withdraws the request of a cancelled contract: the service no longer requests a certificate. If the authority may
 * have the request, look-ups continue, so that the service notices a late certificate. The concern of a held request
 * becomes `certificate_after_cancel`, because what the authority returned still exists there.
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

/** A certificate that the authority issued for a cancelled contract. */
interface LateCertificate {
  readonly acceptance: Acceptance;
  readonly issued: Certificate;
  readonly contradiction: Problem | undefined;
}

/**
 * Reports that the authority issued a certificate for a cancelled contract. The service never attaches this
 * certificate. If `contradiction` is set, the certificate may belong to another contract, so an operator must check
 * before asking the authority to withdraw it.
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

/** Ends the look-ups, because the authority has no unknown certificate for the contract. */
export const endLookUp = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  concern: null,
  due: null,
});
