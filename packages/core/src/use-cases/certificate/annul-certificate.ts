import { completeAnnulment, handOverAnnulment } from '../../domain/certificate/annulment.ts';
import { reschedule, type CertificateRequest } from '../../domain/certificate/certificate-request.ts';
import type { AuditEntry } from '../../domain/journal/fact.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { lastErrorOf, type Outcome } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import type { AuthorityRefusal } from '../../ports/certificate-authority.ts';
import { lockContract } from './certificate-subject.ts';

type AnnulCertificateDependencies = Pick<Dependencies, 'unitOfWork' | 'certificateAuthority' | 'clock'>;

/**
 * Requests the annulment of a cancelled contract's certificate. The request is retried until the authority annuls the
 * certificate or refuses to. After a refusal of our credentials, the request is retried too.
 */
export const annulCertificate =
  ({ unitOfWork, certificateAuthority, clock }: AnnulCertificateDependencies) =>
  async (claim: Claim, details: ContractDetails): Promise<void> => {
    const { certificate } = details.certificateRequest;
    if (!certificate) return;
    const answer = await certificateAuthority.annul(certificate);
    await unitOfWork.run<void, never>(async (tx) => {
      const subject = await lockContract(tx, details);
      // An operator may have recorded the annulment in the meantime.
      if (subject?.request.annulment !== 'due') return Ok(undefined);
      if (answer.outcome !== 'done' && !(await tx.leases.holds(claim))) return Ok(undefined);
      const { next, entry } = afterAnswer(subject.request, answer, clock.now());
      return Ok(await tx.certificateRequests.save(next, entry));
    });
  };

const afterAnswer = (
  request: CertificateRequest,
  answer: Outcome<void, AuthorityRefusal>,
  at: Instant,
): { readonly next: CertificateRequest; readonly entry: AuditEntry } => {
  if (answer.outcome === 'done') {
    const why = { code: 'certificate_annulled', note: null } as const;
    return { next: completeAnnulment(request), entry: { at, why, evidence: answer.evidence ?? {} } };
  }
  if (answer.outcome === 'refused' && answer.reason.kind !== 'credentials') {
    const { answer: refusal } = answer.reason;
    const why = { code: 'annulment_refused', answer: refusal } as const;
    return { next: handOverAnnulment(request, refusal), entry: { at, why, evidence: answer.evidence ?? {} } };
  }
  const lastError = answer.outcome === 'refused' ? answer.reason.answer : lastErrorOf(answer);
  return { next: reschedule(request, at, lastError), entry: { at, why: { code: 'authority_undecided' } } };
};
