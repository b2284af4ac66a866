import type { Contract, QuoteStatus } from './shapes.ts';

/** What any call takes. */
export interface Asking {
  /** Ends the call, its retries and its waiting: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a call takes that creates something. */
export interface Posting extends Asking {
  /**
   * 1 to 255 visible ASCII characters: the same request under the same key is done at most once within 24 hours. By
   * default every call has a key of its own, and its retries share it. Give one to repeat a call after a restart.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Which page. */
export interface PageQuery {
  /** From 1, which is the default. */
  readonly page?: number | undefined;
  /** 1 to 100, by default 20. */
  readonly limit?: number | undefined;
}

/** What a call takes that goes through a list. */
export interface Listing extends Asking {
  /** How many items are asked for at once: 1 to 100, by default 100. */
  readonly pageSize?: number | undefined;
}

/** Which vehicles: zero or one. */
export interface VehicleFilter {
  /** Written in any way it may be registered. */
  readonly licencePlate?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Which quotes or contracts. */
export interface OfVehicle {
  readonly vehicleId?: string | undefined;
}

/** What waiting for a payment takes. */
export interface WaitingForPayment extends Asking {
  /** Told what every look has seen. */
  readonly onStatus?: ((status: QuoteStatus) => void) | undefined;
}

/** What waiting for a certificate takes. */
export interface WaitingForCertificate extends Asking {
  /** Told what every look has seen. */
  readonly onContract?: ((contract: Contract) => void) | undefined;
  /** Wait for the links to both documents too, which follow the certificate. */
  readonly withDocuments?: boolean | undefined;
}
