import type { Coverage } from '../domain/coverage/coverage.ts';
import type { PricingFacts } from '../domain/coverage/price-component.ts';
import type { Quote, QuoteAlreadyExists, QuoteStatus } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest, Place } from '../shared/paging.ts';
import type { MobileNumber } from '../shared/rules.ts';
import type { Result } from '../shared/result.ts';
import type { StoredResponse } from './idempotency-keys.ts';
import type { PaymentShown } from './payments.ts';

/** A company's quotes, inside a unit of work. */
export interface Quotes {
  find(companyId: string, id: string): Promise<Quote | undefined>;
  /**
   * Finds the quote and locks it until the unit of work ends. Use cases lock the quote before they change its payments
   * or contract, which prevents deadlocks and duplicate payments.
   */
  lock(companyId: string, id: string): Promise<Quote | undefined>;
  /**
   * Adds the quote. Returns an error, with nothing added, if the company already has a quote with this id. Concurrent
   * additions by one company wait for each other. `response` is stored in the same transaction. Throws `KeyTaken` if
   * the idempotency key of `response` is not new.
   */
  add(quote: Quote, response?: StoredResponse): Promise<Result<Quote, QuoteAlreadyExists>>;
}

/** A quote as callers see it. */
export interface QuoteDetails {
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  readonly status: QuoteStatus;
  /** Null until the quote is paid. */
  readonly contractId: string | null;
}

/** The status of a quote, for polling. */
export interface QuoteStatusView {
  readonly status: QuoteStatus;
  readonly contractId: string | null;
  /** The latest attempt to pay, without attempts that are still opening; null if there is none. */
  readonly payment: PaymentShown | null;
}

/** A quote as it was priced: everything on which its price depends, without personal data. */
export interface PricedQuote extends Pick<Quote, 'companyId' | 'id' | 'catalogueVersion' | 'premium' | 'created'> {
  readonly coverage: Pick<Coverage, 'id' | 'name'>;
  readonly facts: PricingFacts;
}

/**
 * A filter for a company's quotes by ordinal. A company's quotes are numbered from 1, without gaps, in the order in
 * which they were added.
 */
export interface PricedQuoteFilter {
  /** The first and the last ordinal. */
  readonly numbers: readonly [first: number, last: number];
  /** Created at this time or later. */
  readonly since?: Instant | undefined;
  /** Created at this time or earlier. */
  readonly until?: Instant | undefined;
}

/** A caller's filter for the quotes of one company: all conditions that are set must hold. */
export interface QuoteListFilter {
  readonly vehicleId?: string | undefined;
  readonly status?: QuoteStatus | undefined;
}

/** A filter for quotes of all companies: all conditions that are set must hold. */
export interface QuoteFilter {
  readonly companyId?: string | undefined;
  readonly vehicleId?: string | undefined;
  readonly policyholderPhone?: MobileNumber | undefined;
  /** Whether the quote was paid, and therefore has a contract. */
  readonly isPaid?: boolean | undefined;
  /** Created at this time or later. */
  readonly since?: Instant | undefined;
  /** Created at this time or earlier. */
  readonly until?: Instant | undefined;
  /** The list continues after this quote. */
  readonly after?: Place | undefined;
}

/** A quote of any company as operators see it. */
export interface ListedQuote extends QuoteDetails {
  readonly companyName: string;
  /** Whether the quote's contract was cancelled. */
  readonly isCancelled: boolean;
}

/** Queries for quotes. */
export interface QuoteQueries {
  find(companyId: string, id: string): Promise<QuoteDetails | undefined>;
  /** Most recent first. The cost of a page does not grow with the number of the company's quotes. */
  page(companyId: string, filter: QuoteListFilter, page: PageRequest): Promise<Page<QuoteDetails>>;
  /** For operators: up to `limit` quotes of all companies, latest first. */
  list(filter: QuoteFilter, limit: number): Promise<readonly ListedQuote[]>;
  status(companyId: string, id: string): Promise<QuoteStatusView | undefined>;
  /** The number of the company's quotes, which is also the ordinal of the latest quote. */
  count(companyId: string): Promise<number>;
  /** For operators: quotes as they were priced, by their ordinals. */
  priced(companyId: string, filter: PricedQuoteFilter): Promise<readonly PricedQuote[]>;
}
