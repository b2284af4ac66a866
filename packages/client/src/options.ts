import type { Contract, Quote, QuoteStatus } from './shapes.ts';

/** Options of any call. */
export interface RequestOptions {
  /** Aborts the call with its retries and waits. The call then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that sends a POST request. */
export interface PostOptions extends RequestOptions {
  /**
   * 1 to 255 visible ASCII characters. Within 24 hours, the API processes the same request with the same key at most
   * once. By default, every call has a new key, which its retries share. Pass a key to repeat a call after a restart.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Selects a page. */
export interface PageQuery {
  /** From 1. Default: 1. */
  readonly page?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
}

/** Options of a call that iterates over a list. */
export interface ListOptions extends RequestOptions {
  /** Items per request, 1 to 100. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Selects at most one vehicle. */
export interface VehicleFilter {
  /** In any spelling that registration accepts. */
  readonly licencePlate?: string | undefined;
  readonly externalId?: string | undefined;
}

/** A language of papers and of error messages. */
export type Language = 'fr' | 'en';

/** Options of a call that returns a PDF. */
export interface PaperRequestOptions extends RequestOptions {
  /** Default: French, which is the binding version. */
  readonly language?: Language | undefined;
}

/** Selects quotes. All filters that are set must match. */
export interface QuoteFilter {
  readonly vehicleId?: string | undefined;
  readonly status?: Quote['status'] | undefined;
}

/** Selects contracts. All filters that are set must match. */
export interface ContractFilter {
  readonly vehicleId?: string | undefined;
  readonly status?: Contract['status'] | undefined;
  /** In capitals or not. */
  readonly policyNumber?: string | undefined;
  /** In any spelling that registration accepts. */
  readonly licencePlate?: string | undefined;
  /** The earliest allowed last day of cover, `YYYY-MM-DD`. */
  readonly endingFrom?: string | undefined;
  /** The latest allowed last day of cover, `YYYY-MM-DD`. */
  readonly endingTo?: string | undefined;
}

/** Selects events. */
export interface EventFilter {
  /** Types separated by commas, such as `contract.opened,certificate.issued`. Default: all. */
  readonly type?: string | undefined;
}

/** Options of reading events as they happen. */
export interface EventReadOptions extends RequestOptions, EventFilter {
  /** The position of the last event that you have read. Default: starts with the oldest event. */
  readonly after?: number | undefined;
  /**
   * Called with a position up to which every event has been processed. After a restart, start from that position. With
   * `type`, the position also advances past events that the filter skips.
   */
  readonly onPosition?: ((position: number) => unknown) | undefined;
}

/** Options of waiting for a payment. */
export interface PaymentWaitOptions extends RequestOptions {
  /** Called with the result of every successful check. */
  readonly onStatus?: ((status: QuoteStatus) => void) | undefined;
}

/** Options of waiting for a certificate. */
export interface CertificateWaitOptions extends RequestOptions {
  /** Called with the result of every successful check. */
  readonly onContract?: ((contract: Contract) => void) | undefined;
  /**
   * Whether to wait also for the links to both documents. The API stores the documents after the certificate is issued.
   */
  readonly withDocuments?: boolean | undefined;
}
