import type { Instant } from '../../shared/calendar.ts';
import { step, type IllegalTransition } from '../../shared/machine.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { concernOf } from './certificate-concern.ts';
import { acceptedOf, certificateMachine, isHeld, leftOpen, type CertificateRequest } from './certificate-request.ts';
import type { Acceptance, Certificate } from './certificate.ts';

/**
 * Its contract is cancelled: it has failed, and nothing is asked for any more. A request that the authority may hold is
 * still looked up, so that a certificate that comes after all is seen. What came and was not this contract's stays shown:
 * the authority holds it still.
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
    // Without a request number, a look-up finds only the certificate that is shown already.
    due: shown && !accepted ? null : leftOpen(request, now),
  };
  return request.status === 'failed'
    ? Ok(withdrawn)
    : step(certificateMachine, request.status, 'give_up').map((status) => ({ ...withdrawn, status }));
};

/** A certificate of a cancelled contract, and the request that it came of. */
interface LateCertificate {
  readonly acceptance: Acceptance;
  readonly issued: Certificate;
  readonly contradiction: string | undefined;
}

/**
 * A certificate came for a contract that had been cancelled: shown to an operator, and never attached. `contradiction`
 * is what it says against being this contract's, so that the operator asks whose it is before it is withdrawn.
 */
export const reportLateCertificate = (
  request: CertificateRequest,
  { acceptance, issued, contradiction }: LateCertificate,
  now: Instant,
): CertificateRequest => {
  const though = contradiction === undefined ? '' : ` from our request, though ${contradiction}`;
  const why = `the authority holds certificate ${issued.certificateNumber}${though}`;
  return {
    ...request,
    accepted: acceptedOf(request, acceptance, now),
    concern: concernOf(request.concern, 'certificate_after_cancel', why, now),
    due: null,
  };
};

/** The authority holds nothing else for a contract that waits for none any more: the end of it. */
export const endLookUp = (request: CertificateRequest): CertificateRequest => ({
  ...request,
  concern: null,
  due: null,
});
