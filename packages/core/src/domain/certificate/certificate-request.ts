import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextAttempt, nextTime, nextTry, type Due, type Timetable } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Problem } from '../../shared/problem.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { concernOf, type CertificateConcern, type ConcernKind } from './certificate-concern.ts';
import type { Acceptance, Certificate } from './certificate.ts';

/** Hours after the first refusal during which the request is retried (docs/api.md 4.4). */
const RETRY_HOURS = 6;

/** Seconds from acceptance to the first status query; `ASKING` has the later intervals. */
const FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

/**
 * The intervals between queries of a request that is no longer pending, starting a day after the authority accepted it.
 */
const ASKING_SELDOM: Timetable = { minutes: [], thenEvery: 60 };

/**
 * Certificate status (docs/api.md 4.4). `retry` is an operator's request; the service's own retries do not change the
 * status. A failed request can still be issued: an operator attaches the certificate, or a late answer contains it.
 */
export const certificateMachine = machine('certificate', 'pending', {
  pending: { issue: 'issued', give_up: 'failed', retry: 'pending' },
  failed: { retry: 'pending', issue: 'issued' },
  issued: {},
});

/** The status of a certificate request. */
export type CertificateStatus = StateOf<typeof certificateMachine>;

/** The request for a contract's certificate: one per contract. */
export interface CertificateRequest {
  readonly contractId: string;
  readonly companyId: string;
  readonly status: CertificateStatus;
  /** The authority's own numbers for the request; null until the authority has accepted it. */
  readonly accepted: AcceptedRequest | null;
  readonly certificate: Certificate | null;
  /**
   * When an operator last attached the certificate; null if no operator attached it. While it is set, an operator can
   * correct the certificate's number.
   */
  readonly attached: Instant | null;
  readonly refusals: number;
  /** When the authority first refused the request. An operator's retry resets it. */
  readonly firstRefused: Instant | null;
  /** The authority's latest refusal. */
  readonly refusal: Problem | null;
  /** The state of the annulment, if the contract was cancelled and its certificate must be annulled; otherwise null. */
  readonly annulment: Annulment | null;
  /** A problem that an operator must see at once, if any. */
  readonly concern: CertificateConcern | null;
  /**
   * The number of attempts (`due.attempts`) when it was last certain that the authority had no request of ours. If
   * `due.attempts` is higher, a later attempt may have been accepted. Attempts are counted when they begin, so this
   * rule holds even after a crash.
   */
  readonly answered: number;
  readonly created: Instant;
  readonly due: Due | null;
}

/**
 * The state of an annulment. `due`: the service requests it; `manual`: a person must arrange it; `done`: the
 * certificate is annulled.
 */
export type Annulment = 'due' | 'manual' | 'done';

/** A request that an operator must look at. */
export interface ConcernedRequest extends CertificateRequest {
  readonly concern: CertificateConcern;
}

/** The authority's acceptance, and when it was received. */
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

/** Whether the request waits for an operator because the authority issued a wrong or a second certificate. */
export const isHeld = ({ concern }: CertificateRequest): boolean => concern?.kind === 'certificate_not_ours';

/**
 * When to look up a request that is no longer needed, since the authority may still issue its certificate. Null if the
 * authority certainly does not have the request. A held request is looked up at once, because the authority still has
 * its certificate.
 */
export const openLookUp = (request: CertificateRequest, now: Instant): Due | null => {
  const { accepted, due, answered } = request;
  if (due === null) return isHeld(request) ? { at: now, attempts: 0 } : null;
  return accepted || due.attempts > answered ? due : null;
};

/**
 * Records the certificate of a pending or failed request. If an operator attached it, look-ups continue, since the
 * authority may still issue another one.
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

/** The authority has accepted the request and is working on it: its status is queried after `FIRST_ASK` seconds. */
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
 * The authority's decision is not known yet. If the call failed, `lastError` is the reason. An accepted request is
 * queried again. Any other request is sent again, at the same intervals as after a refusal.
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
 * The accepted request to which a certificate belongs, if the authority returned a number by which it can be queried.
 */
export const acceptedOf = (
  { accepted }: CertificateRequest,
  acceptance: Acceptance,
  now: Instant,
): CertificateRequest['accepted'] => accepted ?? (acceptance.requestNumber === '' ? null : { ...acceptance, at: now });

/**
 * The certificate is not this contract's: the request keeps its status and is held until an operator acts. The
 * authority's number for the request is stored, so that a retry queries that request instead of sending a second one.
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
 * The authority refused: the request is retried with growing delays for six hours after the first refusal, then fails
 * and waits for an operator.
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
  // The answer was definite: no earlier request can still be accepted, so the next attempt needs no look-up first.
  const due = { ...nextAttempt(earlier(next, giveUpAt), request.due, refusal), attempts: 0 };
  return Ok({ ...refused, concern: concern ? concernOf(request.concern, concern, refusal, now) : null, due });
};

/**
 * The authority does not accept our credentials. It has not refused this request, so the request keeps waiting.
 * Operators see the problem. `untaken`: the authority certainly has no request of ours.
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
 * The authority issued a certificate other than the one an operator attached. Both certificates are valid, so a person
 * must choose. The number of the new certificate's request is stored, so that this request can be queried once the
 * attached number is corrected.
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
 * An operator retries the request now, even a failed one. Refusals are counted from zero, and six new hours begin.
 * A request that may have been sent before is still looked up first.
 */
export const retryRequest = (
  request: CertificateRequest,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'retry').map((status) => {
    const { due, answered } = request;
    // A failed request was definitely refused. A held request was sent, so it needs a look-up, though `due` is null.
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
