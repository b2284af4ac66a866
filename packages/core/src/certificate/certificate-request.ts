import { later, type Instant } from '../kernel/calendar.ts';
import { appointment, type Due } from '../kernel/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../kernel/machine.ts';
import { Ok, type Result } from '../kernel/result.ts';
import type { Acceptance, Certificate } from './certificate-authority.ts';
import { retryDelay } from '../kernel/retry-delay.ts';
import { firstAsk, nextAsk, RETRY_HOURS } from './schedule.ts';

/** Certificate status (api.md), with the two moves only an operator can make. */
export const certificateMachine = machine('certificate', 'pending', {
  pending: { issue: 'issued', give_up: 'failed' },
  failed: { retry: 'pending', issue: 'issued' },
  issued: {},
});

/** Where one request for a certificate stands. */
export type CertificateStatus = StateOf<typeof certificateMachine>;

/** The request for a contract's certificate: one per contract. */
export interface CertificateRequest {
  readonly contractId: string;
  readonly companyId: string;
  readonly status: CertificateStatus;
  /** The authority's own number for the request, once it has accepted it. */
  readonly accepted: AcceptedRequest | null;
  readonly certificate: Certificate | null;
  readonly refusals: number;
  /** When the authority refused for the first time since the request, or an operator's retry. */
  readonly firstRefused: Instant | null;
  /** The authority's latest refusal, in its own words; for operators. */
  readonly refusal: string | null;
  readonly created: Instant;
  readonly due: Due | null;
}

/** The authority's acceptance, and when it came. */
export interface AcceptedRequest extends Acceptance {
  readonly at: Instant;
}

/** What a contract that was just opened asks for: due at once. */
export const newCertificateRequest = (
  { id: contractId, companyId }: { id: string; companyId: string },
  now: Instant,
): CertificateRequest => ({
  contractId,
  companyId,
  status: certificateMachine.initial,
  accepted: null,
  certificate: null,
  refusals: 0,
  firstRefused: null,
  refusal: null,
  created: now,
  due: { at: now, attempts: 0 },
});

/** The authority has issued it: a fact, whatever state the request was in. */
export const issueCertificate = (
  request: CertificateRequest,
  certificate: Certificate,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'issue').map((status) => ({ ...request, status, certificate, due: null }));

/** The authority has taken the request and is working on it: asked about again after a while. */
export const acceptRequest = (
  request: CertificateRequest,
  acceptance: Acceptance,
  now: Instant,
): CertificateRequest => ({
  ...request,
  accepted: { ...acceptance, at: now },
  due: { at: firstAsk(now), attempts: request.due?.attempts ?? 0 },
});

/** The authority is still working on it, as far as anybody knows; `trouble` is why nobody does. */
export const stillWaiting = (request: CertificateRequest, now: Instant, trouble?: string): CertificateRequest => ({
  ...request,
  due: appointment(nextAsk(request.accepted?.at ?? now, now), request.due, trouble),
});

/**
 * The authority refused: again after a growing delay, for six hours after the first refusal; then the request has
 * failed and waits for an operator.
 */
export const refuseRequest = (
  request: CertificateRequest,
  refusal: string,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> => {
  const firstRefused = request.firstRefused ?? now;
  const giveUpAt = later(firstRefused, { hours: RETRY_HOURS });
  const refused = { ...request, refusals: request.refusals + 1, firstRefused, refusal, accepted: null };
  if (now >= giveUpAt)
    return step(certificateMachine, request.status, 'give_up').map((status) => ({ ...refused, status, due: null }));
  const next = later(now, { milliseconds: retryDelay(request.refusals, `${request.contractId}${request.refusals}`) });
  const at = next < giveUpAt ? next : giveUpAt;
  // The answer was definite: nothing that was sent before can still turn up, so the next try need not look first.
  return Ok({ ...refused, due: { ...appointment(at, request.due, refusal), attempts: 0 } });
};

/** The authority could not be reached: no refusal. Tried again with the same delays until it answers. */
export const postponeRequest = (request: CertificateRequest, now: Instant, trouble?: string): CertificateRequest => {
  const attempts = request.due?.attempts ?? 1;
  const delay = retryDelay(attempts - 1, `${request.contractId}${attempts}`);
  return { ...request, due: appointment(later(now, { milliseconds: delay }), request.due, trouble) };
};

/** An operator puts a failed request back: the count and the six hours begin anew. */
export const retryRequest = (
  request: CertificateRequest,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'retry').map((status) => ({
    ...request,
    status,
    refusals: 0,
    firstRefused: null,
    due: { at: now, attempts: 0 },
  }));
