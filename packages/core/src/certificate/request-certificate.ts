import type { Contract } from '../contract/contract.ts';
import type { ContractViews } from '../contract/ports.ts';
import type { Bell } from '../kernel/bell.ts';
import type { Instant } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import type { Clock } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { askAuthority, type AuthorityAnswer } from './ask-authority.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import {
  acceptRequest,
  issueCertificate,
  postponeRequest,
  refuseRequest,
  stillWaiting,
  type CertificateRequest,
} from './certificate-request.ts';

/** What getting a certificate needs. */
export interface CertificateNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly certificateAuthority: CertificateAuthority;
  readonly clock: Clock;
  readonly bell: Bell;
}

/** Gets a contract its certificate: asks the authority, or asks again, and commits what it said. */
export const requestCertificate =
  ({ unitOfWork, contractViews, certificateAuthority, clock, bell }: CertificateNeeds) =>
  async (claim: Claim): Promise<void> => {
    const view = await contractViews.find(claim.companyId, claim.id);
    if (view?.certificateRequest.status !== 'pending') return;
    const said = await askAuthority(certificateAuthority, view, claim.attempt);

    const issued = await unitOfWork.run<boolean, never>(async (tx) => {
      await tx.quotes.lock(claim.companyId, view.quote.id);
      const request = await tx.certificateRequests.find(claim.companyId, claim.id);
      const contract = await tx.contracts.find(claim.companyId, claim.id);
      if (!request || !contract || request.status === 'issued') return Ok(false);
      const now = clock.now();
      const next = afterAnswer(request, said, now);
      const { certificate } = next;
      const accepts = request.status === 'pending' && !request.accepted && next.accepted !== null;
      const decides = request.status === 'pending' && (await tx.leases.holds(claim));
      if (!certificate && !accepts && !decides) return Ok(false);
      const note = { at: now, why: whyOf(said) };
      // What it says while it is still working is no news, and would be said every five minutes.
      const evidence = certificate || accepts || said.outcome === 'refused' ? said.evidence : undefined;
      await tx.certificateRequests.save(next, { ...note, evidence });
      if (certificate) await tx.contracts.save(withFilesDue(contract, now), note);
      else if (next.status !== request.status) await tx.contracts.save({ ...contract, updated: now }, note);
      return Ok(certificate !== null);
    });
    if (issued.unwrap()) {
      bell.ring('documents');
      bell.ring('days');
    }
  };

/** The certificate is there: its image is to be copied and the contract document made. */
export const withFilesDue = (contract: Contract, now: Instant): Contract => ({
  ...contract,
  documentsDue: { at: now, attempts: 0 },
  updated: now,
});

const afterAnswer = (request: CertificateRequest, said: AuthorityAnswer, now: Instant): CertificateRequest => {
  switch (said.outcome) {
    case 'done': {
      const { acceptance, certificate } = said.value;
      if (certificate) return issueCertificate(request, certificate).unwrap();
      return request.accepted ? stillWaiting(request, now) : acceptRequest(request, acceptance, now);
    }
    case 'refused':
      return request.status === 'pending' ? refuseRequest(request, said.reason.message, now).unwrap() : request;
    case 'not_yet':
      return stillWaiting(request, now);
    case 'unknown':
      return request.accepted ? stillWaiting(request, now, said.why) : postponeRequest(request, now, said.why);
  }
};

const whyOf = (said: AuthorityAnswer): string => {
  switch (said.outcome) {
    case 'done':
      return said.value.certificate ? 'the authority issued it' : 'the authority accepted the request';
    case 'refused':
      return `the authority refused: ${said.reason.message}`;
    case 'not_yet':
      return 'the authority is still working on it';
    case 'unknown':
      return said.why;
  }
};
