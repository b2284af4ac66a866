import type { ConcernKind } from '../../domain/certificate/certificate-concern.ts';
import {
  acceptRequest,
  acceptedOf,
  holdRequest,
  refuseCredentials,
  refuseRequest,
  reportSecondCertificate,
  reschedule,
  type CertificateRequest,
} from '../../domain/certificate/certificate-request.ts';
import { contradictionIn } from '../../domain/certificate/whose-certificate.ts';
import { endLookUp, reportLateCertificate } from '../../domain/certificate/withdrawn-request.ts';
import type { Reason } from '../../domain/reason.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import { adoptCertificate, isOwned } from './adopt-certificate.ts';
import type { AuthorityAnswer } from './ask-authority.ts';
import type { CertificateSubject } from './certificate-subject.ts';

/** The authority's answer about a contract, and whether the answer may decide the request. */
export interface AnswerToRecord extends CertificateSubject {
  readonly said: AuthorityAnswer;
  readonly now: Instant;
  /**
   * Whether the answer comes from the lease holder and the request is still due. If not, a certificate and the
   * authority's other confirmations are recorded, but no refusal and no next attempt.
   */
  readonly decides: boolean;
}

/** Records the authority's answer under the quote's lock. Returns whether the contract received its certificate. */
export const recordAnswer = async (tx: Transaction, answer: AnswerToRecord): Promise<boolean> => {
  const objection = await adopt(tx, answer);
  if (objection !== null) await recordUnissued(tx, answer, objection);
  return objection === null;
};

/** Records an answer that does not give the contract a certificate. */
const recordUnissued = async (
  tx: Transaction,
  answer: AnswerToRecord,
  objection: Problem | undefined,
): Promise<void> => {
  const { contract, request, said, now, decides } = answer;
  if (request.status === 'failed' && !contract.cancelled) return;

  const next =
    (request.status === 'pending' ? undefined : await nextOfLeftOpen(tx, answer)) ?? nextAfter(answer, objection);
  if (!decides && !next.confirmed) return;
  const entry = { at: now, why: next.why };
  await tx.certificateRequests.save(next.request, { ...entry, evidence: next.news ? said.evidence : undefined });
  if (next.request.status !== request.status) await tx.contracts.save({ ...contract, updated: now }, entry);
};

/**
 * Assigns the certificate, if one was found, to the contract. Returns null if the certificate was assigned, and the
 * contradiction if the certificate or the request found does not belong to the contract. Undefined in all other cases.
 */
const adopt = async (tx: Transaction, answer: AnswerToRecord): Promise<Problem | null | undefined> => {
  const { said, now } = answer;
  if (said.is !== 'found') return undefined;
  const { certificate } = said.state;
  if (!certificate) return contradictionIn(answer, said.state);
  const entry = { at: now, why: { code: 'certificate_issued' }, evidence: said.evidence } as const;
  const adopted = await adoptCertificate(tx, answer, { ...said.state, certificate }, entry);
  if (adopted.isOk()) return null;
  return adopted.error.code === 'certificate_not_ours' ? adopted.error.why : undefined;
};

/** The request after an answer, with the reason for the history. */
interface Next {
  readonly request: CertificateRequest;
  readonly why: Reason;
  /**
   * Whether the answer is stored as evidence. Undecided answers and repeated refusals of our credentials arrive every
   * few minutes and are not stored.
   */
  readonly news: boolean;
  /** Whether the authority has confirmed the new state. A confirmed state is recorded even without the lease. */
  readonly confirmed?: boolean;
}

/**
 * The next state of a request that is no longer needed: its contract was cancelled, or an operator attached a
 * certificate first. Undefined if the answer needs no special handling. Operators see a further certificate from the
 * authority, even if it contradicts the contract, unless it already belongs to a contract or its request is another
 * contract's.
 */
const nextOfLeftOpen = async (tx: Transaction, answer: AnswerToRecord): Promise<Next | undefined> => {
  const { contract, request, said, now } = answer;
  const over = (ended = request): Next => ({
    request: endLookUp(ended),
    why: { code: 'nothing_held', isCancelled: contract.cancelled !== null },
    news: true,
  });
  if (said.is === 'refused' || said.is === 'nothing') return over();
  if (said.is !== 'found') return undefined;
  const { acceptance, certificate: issued } = said.state;
  const contradiction = contradictionIn(answer, said.state);
  // The request belongs to another contract, and our request only duplicates it. So the authority has nothing for this
  // contract.
  if (said.repeated && contradiction !== undefined) return over();
  if (!issued) return undefined;
  // The certificate already belongs to this or another contract, so the certificate must not be annulled.
  if (await isOwned(tx, issued)) return over({ ...request, accepted: acceptedOf(request, acceptance, now) });
  const { certificate: attached } = request;
  const reported = attached
    ? reportSecondCertificate(request, { acceptance, issued, attached, contradiction }, now)
    : reportLateCertificate(request, { acceptance, issued, contradiction }, now);
  return { request: reported, why: reported.concern.why, news: true, confirmed: true };
};

/** The next state of a request after an answer that gave its contract no certificate. */
const nextAfter = ({ request, said, now }: AnswerToRecord, objection: Problem | undefined): Next => {
  const keepWaiting = (lastError?: Problem): Next => ({
    request: reschedule(request, now, lastError),
    why: { code: 'authority_undecided' },
    news: false,
  });
  const refuse = (answer: Problem, concern?: ConcernKind): Next => ({
    request: refuseRequest(request, answer, now, concern).unwrap(),
    why: { code: 'authority_refused', answer },
    news: true,
  });
  switch (said.is) {
    case 'found': {
      const { acceptance } = said.state;
      if (objection !== undefined && said.repeated)
        return refuse({ code: 'request_of_another', contradiction: objection }, 'certificate_of_another_contract');
      if (objection !== undefined)
        return {
          request: holdRequest(request, { acceptance, why: objection }, now),
          why: { code: 'certificate_not_ours', contradiction: objection },
          news: true,
        };
      if (request.accepted) return keepWaiting();
      return {
        request: acceptRequest(request, acceptance, now),
        why: { code: 'request_accepted' },
        news: true,
        confirmed: true,
      };
    }
    case 'refused':
      return refuse(said.answer, said.repeats ? 'certificate_of_another_contract' : undefined);
    case 'credentials refused':
      return {
        request: refuseCredentials(request, { why: said.answer, untaken: said.untaken }, now),
        why: { code: 'credentials_refused', answer: said.answer },
        news: request.concern?.kind !== 'credentials_refused',
      };
    default:
      return keepWaiting(said.why);
  }
};
