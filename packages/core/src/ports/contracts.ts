import type { CertificateRequest, CertificateStatus } from '../domain/certificate/certificate-request.ts';
import type { Contract, ContractStatus } from '../domain/contract/contract.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest } from '../shared/paging.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Change } from './history.ts';

/** A company's contracts, inside a unit of work. Lock the quote before changing one. */
export interface Contracts {
  find(companyId: string, id: string): Promise<Contract | undefined>;
  /**
   * The company's number and the ordinal of its next contract. The ordinal is held until the unit of work ends and
   * given back if it fails: contracts are numbered without gaps.
   */
  nextOrdinal(companyId: string): Promise<{ readonly company: number; readonly ordinal: number }>;
  /**
   * Whether contracts of the vehicle that are not cancelled cover some of these days. Complete only while the
   * company's next ordinal is held.
   */
  coverSomeOf(companyId: string, vehicleId: string, days: Pick<Contract, 'startDate' | 'endDate'>): Promise<boolean>;
  /** Throws if the quote has a contract already, or the policy number is taken: the unit of work then keeps nothing. */
  add(contract: Contract, entry: AuditEntry): Promise<void>;
  /** Keeps the contract; a change of status becomes a line of its history. */
  save(contract: Contract, entry: AuditEntry): Promise<void>;
}

/** A contract with everything that belongs to it. */
export interface ContractDetails {
  readonly contract: Contract;
  readonly certificateRequest: CertificateRequest;
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  readonly companyName: string;
  /** The company's own code at the certificate authority, if it has one. */
  readonly intermediaryCode: string | null;
  /** Its office there, if it has one. */
  readonly office: string | null;
}

/** A contract as its company sees it, with only what callers are shown of the things that belong to it. */
export interface ContractShown {
  readonly contract: Pick<
    Contract,
    | 'id'
    | 'status'
    | 'policyNumber'
    | 'startDate'
    | 'endDate'
    | 'paymentId'
    | 'documents'
    | 'cancelled'
    | 'created'
    | 'updated'
  >;
  readonly certificateRequest: Pick<CertificateRequest, 'status' | 'certificate'>;
  readonly quote: QuoteTermsShown;
  readonly vehicle: Vehicle;
}

/** What a quote is about, without how its price was made. */
export interface QuoteTermsShown extends Pick<Quote, 'id' | 'duration' | 'usage' | 'startDate' | 'policyholder'> {
  readonly premium: Pick<Quote['premium'], 'amount'>;
  readonly coverage: Pick<Quote['coverage'], 'id'>;
}

/** Which contracts of all companies: all conditions given must hold. */
export interface ContractFilter {
  /** `failed` leaves out the cancelled ones: nothing can be done about their certificates. */
  readonly certificate?: Exclude<CertificateStatus, 'issued'> | undefined;
  readonly status?: ContractStatus | undefined;
  readonly companyId?: string | undefined;
  /** Created then or later. */
  readonly since?: Instant | undefined;
  /** Created then or earlier. */
  readonly until?: Instant | undefined;
  /** With a document that is missing, whose next try is later than this. */
  readonly documentsDueAfter?: Instant | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** What a paper of a contract is checked against. */
export interface PolicyStanding extends Pick<Contract, 'cancelled' | 'startDate' | 'endDate'> {
  readonly licencePlate: string;
  readonly certificateStatus: CertificateStatus;
  /** Null while it has no certificate. */
  readonly certificateNumber: string | null;
}

/** A company's contracts, to read. */
export interface ContractQueries {
  find(companyId: string, id: string): Promise<ContractDetails | undefined>;
  /** As `find`, for callers. */
  show(companyId: string, id: string): Promise<ContractShown | undefined>;
  /** The standing of the contract with this policy number, of any company. */
  withPolicy(policyNumber: string): Promise<PolicyStanding | undefined>;
  /** Most recent first; only those of one vehicle when asked. */
  page(companyId: string, filter: { readonly vehicleId?: string }, page: PageRequest): Promise<Page<ContractShown>>;
  /** Up to `limit` contracts of all companies, the latest first, for operators. */
  list(filter: ContractFilter, limit: number): Promise<readonly ContractDetails[]>;
  /** Any company's contract with its history, for operators. */
  inspect(id: string): Promise<(ContractDetails & { readonly history: readonly Change[] }) | undefined>;
}
