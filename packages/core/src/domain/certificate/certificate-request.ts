import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextAttempt, nextTime, nextTry, type Due, type Timetable } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Problem } from '../../shared/problem.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { concernOf, type CertificateConcern, type ConcernKind } from './certificate-concern.ts';
import type { Acceptance, Certificate } from './certificate.ts';

/** For this many hours after the first refusal, the service retries the request (docs/api.md 4.4). */
const RETRY_HOURS = 6;

/** Seconds from the authority's acceptance to the first status query. */
const FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

/** Query intervals for a request that is no longer pending and was accepted at least a day ago. */
const ASKING_SELDOM: Timetable = { minutes: [], thenEvery: 60 };

/**
 * Certificate status (docs/api.md 4.4). Only an operator triggers `retry`; the service's own retries leave a request
 * pending. Unless its contract was cancelled, a failed request can still become issued: an operator attaches the
 * certificate, or the authority issues the certificate late.
 */
export const certificateMachine = machine('certificate', 'pending', {
  pending: { issue: 'issued', give_up: 'failed', retry: 'pending' },
  failed: { retry: 'pending', issue: 'issued' },
  issued: {},
});

/** The status of a certificate request. */
export type CertificateStatus = StateOf<typeof certificateMachine>;

/**
 * The request to the authority for a contract's certificate. A contract has exactly one request, even if the service
 * sends it several times.
 */
export interface CertificateRequest {
  readonly contractId: string;
  readonly companyId: string;
  readonly status: CertificateStatus;
  /**
   * Null before the authority accepts the request, after a refusal, or if the authority issued the certificate at once.
   */
  readonly accepted: AcceptedRequest | null;
  readonly certificate: Certificate | null;
  /**
   * When an operator last attached a certificate, or corrected the attached certificate; otherwise null. Only the
   * number of an attached certificate can be corrected.
   */
  readonly attached: Instant | null;
  readonly refusals: number;
  /** When the authority first refused the request. An operator's retry resets the time to null. */
  readonly firstRefused: Instant | null;
  /** The authority's latest refusal of the certificate or, once an annulment has started, of the annulment. */
  readonly refusal: Problem | null;
  /** Null unless the contract was cancelled after its certificate was issued. */
  readonly annulment: Annulment | null;
  readonly concern: CertificateConcern | null;
  /**
   * All attempts up to this number certainly left no request at the authority. If `due.attempts` is higher, a later
   * attempt may have left a request there. The service counts an attempt before it sends the request, so this rule
   * holds even after a crash.
   */
  readonly answered: number;
  readonly created: Instant;
  readonly due: Due | null;
}

/**
 * The state of an annulment. `due`: the service requests the annulment. `manual`: a person must arrange the annulment.
 * `done`: the certificate is annulled.
 */
export type Annulment = 'due' | 'manual' | 'done';

/** A certificate request with a problem that an operator must resolve. */
export interface ConcernedRequest extends CertificateRequest {
  readonly concern: CertificateConcern;
}

/** An acceptance by the authority, and the time at which the service received the acceptance. */
export interface AcceptedRequest extends Acceptance {
  readonly at: Instant;
}

/** The certificate request of a newly opened contract, due at once. */
export const newCertificateRequest = (
  { id: contractId, companyId }: { id: string; companyId: string },
  now: Instant,
): CertificateRequest => ({
  contractId,
  companyId,
  status: certificateMachine.initial,
  accepted: null,
  certificate: null,
  attached: null,
  refusals: 0,
  firstRefused: null,
  refusal: null,
  annulment: null,
  concern: null,
  answered: 0,
  created: now,
  due: { at: now, attempts: 0 },
});

/**
 * Whether the request waits for an operator, because the authority returned a request or certificate that does not
 * belong to the contract, or a second certificate.
 */
export const isHeld = ({ concern }: CertificateRequest): boolean => concern?.kind === 'certificate_not_ours';

/**
 * When to look up the request of a cancelled contract, or of a contract whose certificate an operator attached. Null if
 * no look-up is needed. A held request is due at once, because the authority has already answered it.
 */
export const openLookUp = (request: CertificateRequest, now: Instant): Due | null => {
  const { accepted, due, answered } = request;
  if (due === null) return isHeld(request) ? { at: now, attempts: 0 } : null;
  return accepted || due.attempts > answered ? due : null;
};

/**
 * Records the certificate of a pending or failed request. If an operator attached the certificate, a request that may
 * be open at the authority is still looked up, because the authority may issue another certificate.
 */
export const issueCertificate = (
  request: CertificateRequest,
  certificate: Certificate,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'issue').map((status) => ({
    ...request,
    status,
    certificate,
    concern: null,
    due: request.attached && openLookUp(request, request.attached),
  }));

/** Records that the authority has accepted the request. The first status query is due `FIRST_ASK` seconds later. */
export const acceptRequest = (
  request: CertificateRequest,
  acceptance: Acceptance,
  now: Instant,
): CertificateRequest => ({
  ...request,
  accepted: { ...acceptance, at: now },
  concern: null,
  due: nextAttempt(later(now, { seconds: FIRST_ASK }), request.due),
});

/**
 * Schedules the next attempt at a request or an annulment that the authority has not decided. If the last call failed,
 * `lastError` is the reason. If the request was accepted, the intervals are those of status queries. Otherwise they are
 * those after a refusal.
 */
export const reschedule = (request: CertificateRequest, now: Instant, lastError?: Problem) => {
  const { accepted, contractId } = request;
  const due = nextAttempt(now, request.due, lastError);
  const isSeldom = request.status !== 'pending' && accepted !== null && now >= later(accepted.at, { hours: 24 });
  const at = accepted
    ? nextTime(isSeldom ? ASKING_SELDOM : ASKING, accepted.at, now)
    : nextTry(now, due.attempts - 1, `${contractId}${due.attempts}`);
  return { ...request, concern: lastError === undefined ? null : request.concern, due: { ...due, at } };
};

/**
 * Returns the stored acceptance of the request, or else the new acceptance. A new acceptance without a request number
 * is not used (null), because such a request cannot be queried.
 */
export const acceptedOf = (
  { accepted }: CertificateRequest,
  acceptance: Acceptance,
  now: Instant,
): CertificateRequest['accepted'] => accepted ?? (acceptance.requestNumber === '' ? null : { ...acceptance, at: now });

/**
 * Holds the request for an operator, because the authority returned a request or certificate that does not belong to
 * the contract. If the answer contains a request number, the number is stored, so that a retry queries the existing
 * request instead of sending a second request.
 */
export const holdRequest = (
  request: CertificateRequest,
  { acceptance, why }: { readonly acceptance: Acceptance; readonly why: Problem },
  now: Instant,
): CertificateRequest => ({
  ...request,
  accepted: acceptedOf(request, acceptance, now),
  concern: concernOf(request.concern, 'certificate_not_ours', why, now),
  due: null,
});

/**
 * Records a refusal. The service retries the request with growing delays for six hours after the first refusal. A
 * refusal after that time fails the request, which then waits for an operator.
 */
export const refuseRequest = (
  request: CertificateRequest,
  refusal: Problem,
  now: Instant,
  concern?: ConcernKind,
): Result<CertificateRequest, IllegalTransition> => {
  const firstRefused = request.firstRefused ?? now;
  const giveUpAt = later(firstRefused, { hours: RETRY_HOURS });
  const refusals = request.refusals + 1;
  const refused = { ...request, refusals, firstRefused, refusal, accepted: null, concern: null, answered: 0 };
  if (now >= giveUpAt)
    return step(certificateMachine, request.status, 'give_up').map((status) => ({ ...refused, status, due: null }));
  const next = nextTry(now, request.refusals, `${request.contractId}${request.refusals}`);
  // The refusal was definite: the authority has no request for this contract, so the next attempt needs no look-up.
  const due = { ...nextAttempt(earlier(next, giveUpAt), request.due, refusal), attempts: 0 };
  return Ok({ ...refused, concern: concern ? concernOf(request.concern, concern, refusal, now) : null, due });
};

/**
 * Records that the authority did not accept our credentials. The authority has not refused the request itself, so the
 * service retries the request. `untaken` is true if the authority certainly does not have the request.
 */
export const refuseCredentials = (
  request: CertificateRequest,
  { why, untaken }: { readonly why: Problem; readonly untaken: boolean },
  now: Instant,
): CertificateRequest => {
  const waiting = reschedule(request, now, why);
  const concern = concernOf(request.concern, 'credentials_refused', why, now);
  return { ...waiting, concern, answered: untaken ? waiting.due.attempts : request.answered };
};

interface SecondCertificate {
  readonly acceptance: Acceptance;
  readonly attached: Certificate;
  readonly issued: Certificate;
  /** The contradiction between the issued certificate and the contract; undefined if there is none. */
  readonly contradiction: Problem | undefined;
}

/**
 * Reports that the authority issued a certificate other than the certificate that an operator attached. Both
 * certificates may be valid, so a person must choose. If the operator then corrects the number of the attached
 * certificate, the service needs the stored request number for a query.
 */
export const reportSecondCertificate = (
  request: CertificateRequest,
  { acceptance, issued, attached, contradiction }: SecondCertificate,
  now: Instant,
): ConcernedRequest => ({
  ...request,
  accepted: acceptedOf(request, acceptance, now),
  concern: concernOf(
    request.concern,
    'certificate_not_ours',
    {
      code: 'second_certificate',
      issued: issued.certificateNumber,
      attached: attached.certificateNumber,
      contradiction: contradiction ?? null,
    },
    now,
  ),
  // The certificate of a cancelled contract still has to be annulled.
  due: request.annulment === 'due' ? request.due : null,
});

/**
 * An operator retries the request, even a failed request. The request is due now. The count of refusals and the limit
 * of six hours start again. The service first looks up a request that the authority may already have.
 */
export const retryRequest = (
  request: CertificateRequest,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'retry').map((status) => {
    const { due, answered } = request;
    // A failed request was refused for certain, so no look-up is needed. A held request was sent, so a look-up is
    // needed although `due` is null.
    const sent =
      request.status === 'failed'
        ? { attempts: 0, answered: 0 }
        : { attempts: due?.attempts ?? answered + 1, answered };
    return {
      ...request,
      status,
      refusals: 0,
      firstRefused: null,
      concern: null,
      answered: sent.answered,
      due: { at: now, attempts: sent.attempts },
    };
  });
