import type { ContractView } from '../contract/ports.ts';
import { refused, unknown, type Outcome } from '../kernel/outcome.ts';
import {
  NO_LOOK_UP,
  type AuthorityRefusal,
  type CertificateApplication,
  type CertificateAuthority,
  type RequestState,
} from './certificate-authority.ts';

/** What the authority says of a request for a certificate. */
export type AuthorityAnswer = Outcome<RequestState, AuthorityRefusal>;

/**
 * The authority's answer about a contract's certificate. A request that may have been sent before is looked up, never
 * blindly repeated; a duplicate can be somebody else's, which its policy and its dates tell.
 */
export const askAuthority = async (
  authority: CertificateAuthority,
  view: ContractView,
  attempt: number,
): Promise<AuthorityAnswer> => {
  const { accepted } = view.certificateRequest;
  if (accepted) return authority.ask(accepted);
  if (attempt > 1) {
    const found = await lookUp(authority, view);
    if (found !== 'nothing') return found;
  }
  const answer = await authority.request(applicationFor(view));
  if (answer.outcome !== 'refused' || answer.reason.kind !== 'duplicate') return answer;
  const found = await lookUp(authority, view);
  return found === 'nothing' ? answer : found;
};

const lookUp = async (
  authority: CertificateAuthority,
  { contract }: ContractView,
): Promise<AuthorityAnswer | 'nothing'> => {
  const found = await authority.find(contract.policyNumber);
  if (found.outcome !== 'done') return found.outcome === 'refused' ? unknown(NO_LOOK_UP, found.evidence) : found;
  if (found.value === null) return 'nothing';
  const { certificate } = found.value;
  const ours =
    !certificate || (certificate.effectiveDate === contract.startDate && certificate.expiryDate === contract.endDate);
  return ours
    ? { ...found, value: found.value }
    : refused({ kind: 'duplicate', message: 'it holds a certificate with other dates' }, found.evidence);
};

/** What a contract asks the authority to certify. */
const applicationFor = ({ contract, quote, vehicle, intermediaryCode }: ContractView): CertificateApplication => ({
  policyNumber: contract.policyNumber,
  subscribedOn: contract.paidOn,
  effectiveDate: contract.startDate,
  expiryDate: contract.endDate,
  vehicle,
  policyholder: quote.policyholder,
  quote,
  intermediaryCode,
});
