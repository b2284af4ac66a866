import type { Bell } from '../../ports/bell.ts';
import type { CertificateAuthority } from '../../ports/certificate-authority.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractViews } from '../../ports/contracts.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { Ok } from '../../shared/result.ts';
import { askAuthority, lookAfter } from './ask-authority.ts';
import { recordAnswer } from './record-answer.ts';

/** What getting a certificate needs. */
export interface CertificateNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly certificateAuthority: CertificateAuthority;
  readonly clock: Clock;
  readonly bell: Bell;
}

/**
 * Gets a contract its certificate: asks the authority, or asks again, and commits what it said. Of a cancelled contract
 * it only finds out what has become of a request that was under way.
 */
export const requestCertificate =
  ({ unitOfWork, contractViews, certificateAuthority, clock, bell }: CertificateNeeds) =>
  async (claim: Claim): Promise<void> => {
    const view = await contractViews.find(claim.companyId, claim.id);
    if (!view) return;
    const isCancelled = view.contract.cancelled !== null;
    if (view.certificateRequest.status !== 'pending' && !isCancelled) return;
    const said = isCancelled
      ? await lookAfter(certificateAuthority, view)
      : await askAuthority(certificateAuthority, view, claim.attempt);

    const issued = await unitOfWork.run<boolean, never>(async (tx) => {
      await tx.quotes.lock(claim.companyId, view.quote.id);
      const request = await tx.certificateRequests.find(claim.companyId, claim.id);
      const contract = await tx.contracts.find(claim.companyId, claim.id);
      if (!request || !contract) return Ok(false);
      const decides = await tx.leases.holds(claim);
      return Ok(await recordAnswer(tx, { contract, request, vehicle: view.vehicle, said, now: clock.now(), decides }));
    });
    if (issued.unwrap()) {
      bell.ring('documents');
      bell.ring('days');
    }
  };
