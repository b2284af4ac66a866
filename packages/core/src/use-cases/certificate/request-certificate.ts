import type { Dependencies } from '../../ports/dependencies.ts';
import type { Claim } from '../../ports/due-work.ts';
import { Ok } from '../../shared/result.ts';
import { askAuthority, findAgain } from './ask-authority.ts';
import { lockContract } from './certificate-subject.ts';
import { recordAnswer } from './record-answer.ts';

type Given = Pick<Dependencies, 'unitOfWork' | 'contractQueries' | 'certificateAuthority' | 'clock' | 'trigger'>;

/**
 * Gets a contract its certificate: asks the authority, or asks again, and commits what it said. Of a contract
 * that waits for none any more, cancelled or with one that an operator attached, it only finds out what has become of a
 * request that was under way.
 */
export const requestCertificate =
  ({ unitOfWork, contractQueries, certificateAuthority, clock, trigger }: Given) =>
  async (claim: Claim): Promise<void> => {
    const details = await contractQueries.find(claim.companyId, claim.id);
    // Where nothing is due any more, another worker's answer or an operator has ended the matter.
    if (!details?.certificateRequest.due) return;
    const said =
      details.certificateRequest.status === 'pending'
        ? await askAuthority(certificateAuthority, details, claim.attempt)
        : await findAgain(certificateAuthority, details);

    const issued = await unitOfWork.run<boolean, never>(async (tx) => {
      const subject = await lockContract(tx, details);
      if (!subject) return Ok(false);
      // Where nothing is waited for any more, another worker's answer has ended the matter.
      const decides = subject.request.due !== null && (await tx.leases.holds(claim));
      return Ok(await recordAnswer(tx, { ...subject, said, now: clock.now(), decides }));
    });
    if (issued.unwrap()) {
      trigger.fire('documents');
      trigger.fire('days');
    }
  };
