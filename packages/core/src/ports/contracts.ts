import type { CertificateRequest, CertificateStatus } from '../domain/certificate/certificate-request.ts';
import type { Contract, ContractStatus } from '../domain/contract/contract.ts';
import type { RefundStatus } from '../domain/payment/refund.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { Page, PageRequest, Place } from '../shared/paging.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Change } from './history.ts';

/** A company's contracts, inside a unit of work. Lock the quote before you change its contract. */
export interface Contracts {
  find(companyId: string, id: string): Promise<Contract | undefined>;
  /**
   * The company's number, and the ordinal of its next contract. The ordinal stays locked until the unit of work ends. A
   * unit that fails does not use the ordinal up, so contracts are numbered without gaps.
   */
  nextOrdinal(companyId: string): Promise<{ readonly company: number; readonly ordinal: number }>;
  /**
   * Whether a contract of the vehicle covers one of these days. A cancelled contract covers the days up to its new last
   * day. A contract that was cancelled before its first day or without a certificate covers none. The result is
   * reliable only while the company's next ordinal is locked.
   */
  coverSomeOf(companyId: string, vehicleId: string, days: Pick<Contract, 'startDate' | 'endDate'>): Promise<boolean>;
  /**
   * Throws if the quote already has a contract or the policy number is taken, so that the unit of work is rolled back.
   */
  add(contract: Contract, entry: AuditEntry): Promise<void>;
  save(contract: Contract, entry: AuditEntry): Promise<void>;
}

/** A contract with its certificate request, quote, vehicle and company. */
export interface ContractDetails {
  readonly contract: Contract;
  readonly certificateRequest: CertificateRequest;
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  readonly companyName: string;
  /** The company's own code at the certificate authority; null if the company has none. */
  readonly intermediaryCode: string | null;
  /** The company's office at the authority; null if the company has none. */
  readonly office: string | null;
  /** The status of the refund for a cancellation; null if there is no refund. */
  readonly refundStatus: RefundStatus | null;
}

/** A contract as its company sees it, with the parts of related objects that callers see. */
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
  /** The status of the refund for a cancellation; null if there is no refund. */
  readonly refundStatus: RefundStatus | null;
}

/** The terms of a quote, without the calculation of its price. */
export interface QuoteTermsShown extends Pick<Quote, 'id' | 'duration' | 'usage' | 'startDate' | 'policyholder'> {
  readonly premium: Pick<Quote['premium'], 'amount'>;
  readonly coverage: Pick<Quote['coverage'], 'id'>;
}

/** A range of days. Both bounds are included; an absent bound sets no limit. */
export interface Days {
  readonly from?: LocalDate | undefined;
  readonly until?: LocalDate | undefined;
}

/** The order of an operator's list. `endDate` lists the earliest first; the other orders list the latest first. */
export type ContractOrder = 'created' | 'startDate' | 'endDate';

/** A filter for contracts of all companies: all conditions that are set must hold. */
export interface ContractFilter {
  /** Any value also excludes cancelled contracts. */
  readonly certificate?: Exclude<CertificateStatus, 'issued'> | undefined;
  readonly status?: ContractStatus | undefined;
  readonly cancelled?: boolean | undefined;
  readonly companyId?: string | undefined;
  /** Created at this time or later. */
  readonly since?: Instant | undefined;
  /** Created at this time or earlier. */
  readonly until?: Instant | undefined;
  /** The range of the first day of cover. */
  readonly startDate?: Days | undefined;
  /** The range of the last day of cover. */
  readonly endDate?: Days | undefined;
  /** Whether the same vehicle has another contract that ends later and is not cancelled. */
  readonly renewed?: boolean | undefined;
  /** Selects contracts with a missing document whose next attempt is after this time. */
  readonly documentsDueAfter?: Instant | undefined;
  readonly ids?: readonly string[] | undefined;
  /** By default `created`. */
  readonly order?: ContractOrder | undefined;
  /** The list continues after this contract. */
  readonly after?: Place | undefined;
}

/** A caller's filter for the contracts of one company: all conditions that are set must hold. */
export interface ContractListFilter {
  readonly vehicleId?: string | undefined;
  readonly status?: ContractStatus | undefined;
  /** The possible spellings of one policy number. */
  readonly policyNumbers?: readonly string[] | undefined;
  /** In the form in which registration stores the plate. */
  readonly licencePlate?: string | undefined;
  /** The range of the last day of cover; both bounds are included. */
  readonly endingFrom?: LocalDate | undefined;
  readonly endingTo?: LocalDate | undefined;
}

/** The facts of a contract against which a paper is checked. */
export interface PolicyStanding extends Pick<Contract, 'cancelled' | 'startDate' | 'endDate'> {
  readonly licencePlate: string;
  readonly certificateStatus: CertificateStatus;
  /** Null until the certificate is issued. */
  readonly certificateNumber: string | null;
}

/** Queries for contracts. */
export interface ContractQueries {
  find(companyId: string, id: string): Promise<ContractDetails | undefined>;
  /** Like `find`, with the data that callers see. */
  show(companyId: string, id: string): Promise<ContractShown | undefined>;
  /** The facts of the contract with this policy number, of any company. */
  withPolicy(policyNumber: string): Promise<PolicyStanding | undefined>;
  /** Most recent first. The cost of a page does not grow with the number of the company's contracts. */
  page(companyId: string, filter: ContractListFilter, page: PageRequest): Promise<Page<ContractShown>>;
  /** For operators: up to `limit` contracts of all companies. */
  list(filter: ContractFilter, limit: number): Promise<readonly ContractDetails[]>;
  /** For operators: the contract of any company, with its history. */
  inspect(id: string): Promise<(ContractDetails & { readonly history: readonly Change[] }) | undefined>;
}
