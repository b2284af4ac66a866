import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { Ok } from '../../shared/result.ts';
import { annulCertificate } from './annul-certificate.ts';
import { askAuthority, findAgain } from './ask-authority.ts';
import { lockContract } from './certificate-subject.ts';
import { recordAnswer } from './record-answer.ts';

type RequestCertificateDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'contractQueries' | 'certificateAuthority' | 'clock' | 'trigger'
>;

/**
 * Requests a contract's certificate, or queries an earlier request, and commits the answer. If the contract was
 * cancelled or an operator attached a certificate, only queries an earlier request. Also requests the annulment of a
 * cancelled contract's certificate.
 */
export const requestCertificate = (dependencies: RequestCertificateDependencies) => {
  const { unitOfWork, contractQueries, certificateAuthority, clock, trigger } = dependencies;
  const annul = annulCertificate(dependencies);
  return async (claim: Claim): Promise<void> => {
    const details = await contractQueries.find(claim.companyId, claim.id);
    // If nothing is due any more, another worker or an operator has ended this work.
    if (!details?.certificateRequest.due) return;
    if (details.certificateRequest.annulment === 'due') return annul(claim, details);
    const said =
      details.certificateRequest.status === 'pending'
        ? await askAuthority(certificateAuthority, details, claim.attempt)
        : await findAgain(certificateAuthority, details);

    const issued = await unitOfWork.run<boolean, never>(async (tx) => {
      const subject = await lockContract(tx, details);
      if (!subject) return Ok(false);
      const { due, annulment } = subject.request;
      // If nothing is due any more, another worker or an operator has ended this work in the meantime. A due annulment
      // is separate work, which began with the cancellation.
      const decides = due !== null && annulment !== 'due' && (await tx.leases.holds(claim));
      return Ok(await recordAnswer(tx, { ...subject, said, now: clock.now(), decides }));
    });
    if (issued.unwrap()) {
      trigger.fire('documents');
      trigger.fire('days');
    }
  };
};
