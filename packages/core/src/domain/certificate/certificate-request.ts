import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextAttempt, nextTime, nextTry, type Due, type Timetable } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { concernOf, type CertificateConcern, type ConcernKind } from './certificate-concern.ts';
import type { Acceptance, Certificate } from './certificate.ts';

/** Hours after the first refusal during which the authority is asked again (docs/api.md 4.4). */
const RETRY_HOURS = 6;

/** Seconds after which the authority is first asked what has become of a request it has accepted; then by the minutes below. */
const FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

/** How often the authority is asked about a request that nothing waits for any more, a day after it was accepted. */
const ASKING_SELDOM: Timetable = { minutes: [], thenEvery: 60 };

/** Certificate status (docs/api.md 4.4), with the moves only an operator can make: `retry`, and `issue` of what has failed. */
export const certificateMachine = machine('certificate', 'pending', {
  pending: { issue: 'issued', give_up: 'failed', retry: 'pending' },
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
  /** When an operator last gave the certificate, and can still correct its number; null where none did. */
  readonly attached: Instant | null;
  readonly refusals: number;
  /** When the authority refused for the first time since the request, or an operator's retry. */
  readonly firstRefused: Instant | null;
  /** The authority's latest refusal, in its own words; for operators. */
  readonly refusal: string | null;
  /** What an operator has to see at once; null while there is nothing. */
  readonly concern: CertificateConcern | null;
  /**
   * The last attempt that is known to have left nothing at the authority, because its answer was definite; a later one
   * may have been accepted. Counted in attempts of `due`, so that it holds whenever a process dies.
   */
  readonly answered: number;
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
  attached: null,
  refusals: 0,
  firstRefused: null,
  refusal: null,
  concern: null,
  answered: 0,
  created: now,
  due: { at: now, attempts: 0 },
});

/** A certificate came that is not this contract's: the request waits for an operator. */
export const isHeld = ({ concern }: CertificateRequest): boolean => concern?.kind === 'certificate_not_ours';

/**
 * What the authority may still be making of a request that nothing waits for any more. It is looked up to its end, so
 * that a certificate that comes after all is seen. One that is held is asked about again: what came of it is still there.
 */
export const leftOpen = (request: CertificateRequest, now: Instant): Due | null => {
  const { accepted, due, answered } = request;
  if (due === null) return isHeld(request) ? { at: now, attempts: 0 } : null;
  return accepted || due.attempts > answered ? due : null;
};

/**
 * It has its certificate: a fact, whatever state the request was in. Where an operator attached it, the authority may
 * still be making another.
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
    due: request.attached && leftOpen(request, request.attached),
  }));

/** The authority has taken the request and is working on it: asked about again after a while. */
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
 * The authority has decided nothing, as far as is known; `lastError` is why it is not known. What it has accepted is
 * asked about again, anything else is tried again with the delays of a refusal until it answers.
 */
export const stillWaiting = (request: CertificateRequest, now: Instant, lastError?: string) => {
  const { accepted, contractId } = request;
  const due = nextAttempt(now, request.due, lastError);
  const isSeldom = request.status !== 'pending' && accepted !== null && now >= later(accepted.at, { hours: 24 });
  const at = accepted
    ? nextTime(isSeldom ? ASKING_SELDOM : ASKING, accepted.at, now)
    : nextTry(now, due.attempts - 1, `${contractId}${due.attempts}`);
  return { ...request, concern: lastError === undefined ? null : request.concern, due: { ...due, at } };
};

/** The request that a certificate came of, where the authority has a number for it: it can be asked about again. */
export const acceptedOf = (
  { accepted }: CertificateRequest,
  acceptance: Acceptance,
  now: Instant,
): CertificateRequest['accepted'] => accepted ?? (acceptance.requestNumber === '' ? null : { ...acceptance, at: now });

/**
 * What came is not this contract's: it stays pending and is not asked for again until an operator acts. The request the
 * certificate belongs to is kept, so that a retry asks about that one and makes no second.
 */
export const holdRequest = (
  request: CertificateRequest,
  { acceptance, why }: { readonly acceptance: Acceptance; readonly why: string },
  now: Instant,
): CertificateRequest => ({
  ...request,
  accepted: acceptedOf(request, acceptance, now),
  concern: concernOf(request.concern, 'certificate_not_ours', why, now),
  due: null,
});

/**
 * The authority refused: again after a growing delay, for six hours after the first refusal; then the request has
 * failed and waits for an operator.
 */
export const refuseRequest = (
  request: CertificateRequest,
  refusal: string,
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
  // The answer was definite: nothing that was sent before can still turn up, so the next attempt need not look it up
  // first.
  const due = { ...nextAttempt(earlier(next, giveUpAt), request.due, refusal), attempts: 0 };
  return Ok({ ...refused, concern: concern ? concernOf(request.concern, concern, refusal, now) : null, due });
};

/**
 * The authority does not accept our credentials, which is no refusal of this request: it waits on, and is shown to an
 * operator. `untaken` is whether the authority certainly holds nothing of ours.
 */
export const refuseCredentials = (
  request: CertificateRequest,
  { why, untaken }: { readonly why: string; readonly untaken: boolean },
  now: Instant,
): CertificateRequest => {
  const waiting = stillWaiting(request, now, why);
  const concern = concernOf(request.concern, 'credentials_refused', why, now);
  return { ...waiting, concern, answered: untaken ? waiting.due.attempts : request.answered };
};

/** Two certificates for one contract. */
interface SecondCertificate {
  readonly acceptance: Acceptance;
  readonly attached: Certificate;
  readonly issued: Certificate;
  /** What the one that was issued says against being this contract's. */
  readonly contradiction: string | undefined;
}

/**
 * The authority has issued another certificate than an operator attached: both are valid, and a person must choose. The
 * request it came of is kept, so that it can be asked about once the attached one is corrected.
 */
export const reportSecondCertificate = (
  request: CertificateRequest,
  { acceptance, issued, attached, contradiction }: SecondCertificate,
  now: Instant,
): CertificateRequest => {
  const though = contradiction === undefined ? '' : `, though ${contradiction}`;
  const why = `the authority has issued ${issued.certificateNumber} for it${though}, and ${attached.certificateNumber} was attached`;
  return {
    ...request,
    accepted: acceptedOf(request, acceptance, now),
    concern: concernOf(request.concern, 'certificate_not_ours', why, now),
    due: null,
  };
};

/**
 * An operator has it asked for now, or puts a failed one back: the count and the six hours begin anew. What may have been
 * sent before is still looked up first.
 */
export const retryRequest = (
  request: CertificateRequest,
  now: Instant,
): Result<CertificateRequest, IllegalTransition> =>
  step(certificateMachine, request.status, 'retry').map((status) => {
    const { due, answered } = request;
    // One that failed was answered. One that is held has been sent, though it waits for nothing.
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
