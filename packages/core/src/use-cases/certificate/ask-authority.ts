import type { Acceptance } from '../../domain/certificate/certificate.ts';
import { certificateNumberKey, contradictionIn } from '../../domain/certificate/whose-certificate.ts';
import type {
  AuthorityRefusal,
  CertificateApplication,
  CertificateAuthority,
  RequestState,
} from '../../ports/certificate-authority.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Problem } from '../../shared/problem.ts';
import { done, lastErrorOf, type Evidence, type Outcome } from '../../shared/outcome.ts';

/** The authority's answer about a contract's certificate. */
export type AuthorityAnswer = { readonly evidence?: Evidence | undefined } & (
  | {
      readonly is: 'found';
      readonly state: RequestState;
      /**
       * Whether the authority reported this request because our request duplicates it. The reported request may belong
       * to another contract.
       */
      readonly repeated: boolean;
    }
  | { readonly is: 'refused'; readonly answer: Problem; readonly repeats: boolean }
  | {
      readonly is: 'credentials refused';
      readonly answer: Problem;
      /** Whether the authority certainly has no request of ours. */
      readonly untaken: boolean;
    }
  /** The authority has nothing for the contract, or its decision is not known; `why` is the reason. */
  | { readonly is: 'nothing' | 'unknown'; readonly why?: Problem | undefined }
);

/**
 * Requests a contract's certificate from the authority. A request that may have been sent before is looked up first and
 * never blindly repeated. The authority may report a duplicate without a policy number. Such a duplicate is ours only
 * if a look-up of our policy number finds the same request. `recordAnswer` decides whether the certificate found
 * belongs to the contract.
 */
export const askAuthority = async (
  authority: CertificateAuthority,
  details: ContractDetails,
  attempt: number,
): Promise<AuthorityAnswer> => {
  const { accepted, answered } = details.certificateRequest;
  if (accepted) return askAbout(authority, details, accepted);
  if (attempt - 1 > answered) {
    const found = await lookUp(authority, details);
    if (found.is !== 'nothing') return found;
  }
  const said = await authority.request(applicationFor(details));
  if (said.outcome !== 'refused' || said.reason.kind !== 'duplicate') return answerOf(said, { untaken: true });
  const { held } = said.reason;
  const isIdentified = held !== undefined && held.policyNumber !== null;
  const found = isIdentified ? answerOf(done(held, said.evidence)) : await lookUp(authority, details);
  if (found.is === 'nothing') return answerOf(said);
  if (found.is !== 'found') return found;
  return held && !isIdentified && !isSame(held, found.state) ? answerOf(said) : { ...found, repeated: true };
};

/** The state of a request that may be in progress. Sends no new request. */
export const findAgain = async (
  authority: CertificateAuthority,
  details: ContractDetails,
): Promise<AuthorityAnswer> => {
  const { accepted } = details.certificateRequest;
  return accepted ? askAbout(authority, details, accepted) : lookUp(authority, details);
};

/**
 * The state of an accepted request. If the state contradicts the contract, looks up our policy number. If this look-up
 * finds another request or none, the accepted request belongs to another contract. The authority then reported that
 * request only because our request duplicates it. A request without a number can be found only by our policy number.
 */
const askAbout = async (
  authority: CertificateAuthority,
  details: ContractDetails,
  accepted: Acceptance,
): Promise<AuthorityAnswer> => {
  const said = answerOf(await authority.ask(accepted));
  if (said.is === 'unknown' && accepted.requestNumber === '') {
    const found = await lookUp(authority, details);
    return found.is === 'found' ? found : said;
  }
  if (said.is !== 'found' || contradictionIn(details, said.state) === undefined) return said;
  const found = await lookUp(authority, details);
  if (found.is === 'nothing') return { ...said, repeated: true };
  if (found.is === 'found') return { ...said, repeated: !isSame(said.state, found.state) };
  return found.is === 'unknown' && found.why?.code === 'no_look_up' ? said : found;
};

const isSame = (one: RequestState, other: RequestState): boolean =>
  numbersOf(one).some((number, at) => number !== '' && number === numbersOf(other)[at]);

/** The numbers of a request and its certificate; an unknown number is empty. */
const numbersOf = ({ acceptance: { requestNumber, requestReference }, certificate }: RequestState): readonly string[] =>
  [requestNumber, requestReference, certificate?.certificateNumber ?? ''].map(certificateNumberKey);

const lookUp = async (authority: CertificateAuthority, { contract }: ContractDetails): Promise<AuthorityAnswer> => {
  const found = await authority.find(contract.policyNumber);
  if (found.outcome === 'done') {
    const { value: state, evidence } = found;
    return state === null ? { is: 'nothing', evidence } : { is: 'found', state, repeated: false, evidence };
  }
  return found.outcome === 'refused' && found.reason.kind !== 'credentials'
    ? { is: 'unknown', why: { code: 'no_look_up' }, evidence: found.evidence }
    : answerOf(found);
};

const answerOf = (
  said: Outcome<RequestState, AuthorityRefusal>,
  { untaken = false }: { readonly untaken?: boolean } = {},
): AuthorityAnswer => {
  const { evidence } = said;
  switch (said.outcome) {
    case 'done':
      return { is: 'found', state: said.value, repeated: false, evidence };
    case 'refused': {
      const { kind, answer } = said.reason;
      return kind === 'credentials'
        ? { is: 'credentials refused', answer, untaken, evidence }
        : { is: 'refused', answer, repeats: kind === 'duplicate', evidence };
    }
    case 'not_yet':
    case 'unknown':
      return { is: 'unknown', why: lastErrorOf(said), evidence };
  }
};

const applicationFor = ({
  contract,
  quote,
  vehicle,
  intermediaryCode,
  office,
}: ContractDetails): CertificateApplication => ({
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
