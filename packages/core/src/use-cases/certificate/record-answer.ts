import type { ConcernKind } from '../../domain/certificate/certificate-concern.ts';
import {
  acceptRequest,
  acceptedOf,
  holdRequest,
  refuseCredentials,
  refuseRequest,
  reportSecondCertificate,
  stillWaiting,
  type CertificateRequest,
} from '../../domain/certificate/certificate-request.ts';
import { contradictionIn } from '../../domain/certificate/whose-certificate.ts';
import { endLookUp, reportLateCertificate } from '../../domain/certificate/withdrawn-request.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { adoptCertificate, isOwned } from './adopt-certificate.ts';
import type { AuthorityAnswer } from './ask-authority.ts';
import type { CertificateSubject } from './certificate-subject.ts';

/** The authority's answer about a contract, and whether it comes under the lease. */
export interface BroughtAnswer extends CertificateSubject {
  readonly said: AuthorityAnswer;
  readonly now: Instant;
  /**
   * Whether it comes from the holder of the work's lease, for a request that still waits for one. From any other only
   * what the outside has confirmed counts, no refusal and no next attempt.
   */
  readonly decides: boolean;
}

/** Records what the authority said, under the quote's lock; answers whether the contract has got its certificate. */
export const recordAnswer = async (tx: Transaction, answer: BroughtAnswer): Promise<boolean> => {
  const objection = await adopt(tx, answer);
  if (objection !== null) await recordUnissued(tx, answer, objection);
  return objection === null;
};

/** Records an answer by which the contract has got no certificate. */
const recordUnissued = async (tx: Transaction, answer: BroughtAnswer, objection: string | undefined): Promise<void> => {
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
 * Makes a certificate that was found the contract's own. Returns null when it has, why not when what was found is not
 * the contract's, and undefined when there is none to decide about yet.
 */
const adopt = async (tx: Transaction, answer: BroughtAnswer): Promise<string | null | undefined> => {
  const { said, now } = answer;
  if (said.is !== 'found') return undefined;
  const { certificate } = said.state;
  if (!certificate) return contradictionIn(answer, said.state);
  const entry = { at: now, why: 'the authority issued it', evidence: said.evidence };
  const adopted = await adoptCertificate(tx, answer, { ...said.state, certificate }, entry);
  if (adopted.isOk()) return null;
  return adopted.error.code === 'certificate_not_ours' ? adopted.error.why : undefined;
};

/** A request after an answer, and what the history says of it. */
interface Next {
  readonly request: CertificateRequest;
  readonly why: string;
  /** Whether the answer is kept as evidence: one that decides nothing comes every few minutes and is no news. */
  readonly news: boolean;
  /** Whether the outside has confirmed it: it counts also without the lease. */
  readonly confirmed?: boolean;
}

/**
 * What an answer makes of a request that nothing waits for any more, where that differs: its contract was cancelled, or
 * an operator's attach was quicker than the authority. What the authority has issued all the same is kept and shown, also
 * where it is not the contract's.
 */
const nextOfLeftOpen = async (tx: Transaction, answer: BroughtAnswer): Promise<Next | undefined> => {
  const { contract, request, said, now } = answer;
  const over = (ended = request): Next => ({
    request: endLookUp(ended),
    why: `the authority holds nothing ${contract.cancelled ? 'for the cancelled contract' : 'but what was attached'}`,
    news: true,
  });
  if (said.is === 'refused' || said.is === 'nothing') return over();
  if (said.is !== 'found') return undefined;
  const { acceptance, certificate: issued } = said.state;
  const contradiction = contradictionIn(answer, said.state);
  // One that our request only repeats, and that contradicts the contract, is another's.
  if (said.repeated && contradiction !== undefined) return over();
  if (!issued) return undefined;
  // A contract's own certificate is valid, this one's or another's: an operator must not have it withdrawn.
  if (await isOwned(tx, issued)) return over({ ...request, accepted: acceptedOf(request, acceptance, now) });
  const { certificate: attached } = request;
  return {
    ...(attached
      ? {
          request: reportSecondCertificate(request, { acceptance, issued, attached, contradiction }, now),
          why: 'the authority issued another certificate than was attached',
        }
      : {
          request: reportLateCertificate(request, { acceptance, issued, contradiction }, now),
          why: 'a certificate came after the contract had been cancelled: it is not attached',
        }),
    news: true,
    confirmed: true,
  };
};

/** What an answer that issues nothing makes of a pending request. */
const nextAfter = ({ request, said, now }: BroughtAnswer, objection: string | undefined): Next => {
  const undecided = (lastError?: string): Next => ({
    request: stillWaiting(request, now, lastError),
    why: UNDECIDED,
    news: false,
  });
  const refused = (message: string, concern?: ConcernKind): Next => ({
    request: refuseRequest(request, message, now, concern).unwrap(),
    why: `the authority refused: ${message}`,
    news: true,
  });
  switch (said.is) {
    case 'found': {
      const { acceptance } = said.state;
      if (objection !== undefined && said.repeated)
        return refused(`the request it has already is another's: ${objection}`, 'certificate_of_another_contract');
      if (objection !== undefined)
        return {
          request: holdRequest(request, { acceptance, why: objection }, now),
          why: `the certificate is not this contract's: ${objection}`,
          news: true,
        };
      if (request.accepted) return undecided();
      return {
        request: acceptRequest(request, acceptance, now),
        why: 'the authority accepted the request',
        news: true,
        confirmed: true,
      };
    }
    case 'refused':
      return refused(said.message, said.repeats ? 'certificate_of_another_contract' : undefined);
    case 'credentials refused':
      return {
        request: refuseCredentials(request, { why: said.message, untaken: said.untaken }, now),
        why: `the authority refused our credentials: ${said.message}`,
        news: request.concern?.kind !== 'credentials_refused',
      };
    default:
      return undecided(said.why);
  }
};

const UNDECIDED = 'the authority has decided nothing yet';
