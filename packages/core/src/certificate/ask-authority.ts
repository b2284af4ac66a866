import type { ContractView } from '../contract/ports.ts';
import { done, type Evidence, type Outcome } from '../kernel/outcome.ts';
import {
  NO_LOOK_UP,
  type AuthorityRefusal,
  type CertificateApplication,
  type CertificateAuthority,
  type RequestState,
} from './certificate-authority.ts';

/** What is known of a contract's certificate once the authority has been asked. */
export type AuthorityAnswer = { readonly evidence?: Evidence | undefined } & (
  | {
      readonly is: 'found';
      readonly state: RequestState;
      /** It was named as what our request repeats: not ours for certain, since it can be another contract's. */
      readonly repeated: boolean;
    }
  | { readonly is: 'refused'; readonly message: string; readonly repeats: boolean }
  | {
      readonly is: 'credentials refused';
      readonly message: string;
      /** The authority certainly holds nothing of ours. */
      readonly untaken: boolean;
    }
  /** The authority holds nothing for the contract. */
  | { readonly is: 'nothing' }
  | { readonly is: 'not yet' }
  | { readonly is: 'unknown'; readonly why: string }
);

/**
 * The authority's answer about a contract's certificate. A request that may have been sent before is looked up, never
 * blindly repeated. Whether what was found is the contract's own is decided where it is recorded.
 */
export const askAuthority = async (
  authority: CertificateAuthority,
  view: ContractView,
  attempt: number,
): Promise<AuthorityAnswer> => {
  const { accepted, answered } = view.certificateRequest;
  if (accepted) return answerOf(await authority.ask(accepted));
  if (attempt - 1 > answered) {
    const found = await lookUp(authority, view);
    if (found.is !== 'nothing') return found;
  }
  const said = await authority.request(applicationFor(view));
  if (said.outcome !== 'refused' || said.reason.kind !== 'duplicate') return answerOf(said, { untaken: true });
  const { held } = said.reason;
  const found = held ? answerOf(done(held, said.evidence)) : await lookUp(authority, view);
  if (found.is === 'nothing') return answerOf(said);
  return found.is === 'found' ? { ...found, repeated: true } : found;
};

/** Where a request stands that may be under way: nothing new is asked for. */
export const lookAfter = async (authority: CertificateAuthority, view: ContractView): Promise<AuthorityAnswer> => {
  const { accepted } = view.certificateRequest;
  return accepted ? answerOf(await authority.ask(accepted)) : lookUp(authority, view);
};

const lookUp = async (authority: CertificateAuthority, { contract }: ContractView): Promise<AuthorityAnswer> => {
  const found = await authority.find(contract.policyNumber);
  if (found.outcome === 'done') {
    const { value: state, evidence } = found;
    return state === null ? { is: 'nothing', evidence } : { is: 'found', state, repeated: false, evidence };
  }
  return found.outcome === 'refused' && found.reason.kind !== 'credentials'
    ? { is: 'unknown', why: NO_LOOK_UP, evidence: found.evidence }
    : answerOf(found);
};

const answerOf = (said: Outcome<RequestState, AuthorityRefusal>, { untaken } = { untaken: false }): AuthorityAnswer => {
  const { evidence } = said;
  switch (said.outcome) {
    case 'done':
      return { is: 'found', state: said.value, repeated: false, evidence };
    case 'refused': {
      const { kind, message } = said.reason;
      return kind === 'credentials'
        ? { is: 'credentials refused', message, untaken, evidence }
        : { is: 'refused', message, repeats: kind === 'duplicate', evidence };
    }
    case 'not_yet':
      return { is: 'not yet', evidence };
    case 'unknown':
      return { is: 'unknown', why: said.why, evidence };
  }
};

/** What a contract asks the authority to certify. */
const applicationFor = ({
  contract,
  quote,
  vehicle,
  intermediaryCode,
  office,
}: ContractView): CertificateApplication => ({
  policyNumber: contract.policyNumber,
  subscribedOn: contract.paidOn,
  effectiveDate: contract.startDate,
  expiryDate: contract.endDate,
  vehicle,
  policyholder: quote.policyholder,
  quote,
  intermediaryCode,
  office,
});
