import type { Result } from '../shared/result.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Dismissals } from './action-items.ts';
import type { Catalogues } from './catalogue.ts';
import type { CertificateNumbers } from './certificate-numbers.ts';
import type { CertificateRequests } from './certificate-requests.ts';
import type { Companies } from './companies.ts';
import type { Contracts } from './contracts.ts';
import type { History } from './history.ts';
import type { Leases } from './leases.ts';
import type { Ledger } from './ledger.ts';
import type { PendingUploads } from './pending-uploads.ts';
import type { Notifications } from './notifications.ts';
import type { PaymentPause } from './payment-pause.ts';
import type { Payments } from './payments.ts';
import type { Quotes } from './quotes.ts';
import type { Refunds } from './refunds.ts';
import type { StatementRecords } from './statements.ts';
import type { Vehicles } from './vehicles.ts';

/**
 * The store cannot be reached, takes no changes, or did not answer in time; or it was lost during a commit, and then it
 * is not known what was committed. Thrown, not returned, because no use case can decide anything without it; an adapter
 * that answers callers returns "try again later". The message says which of these it was, in our own words: it is shown
 * without a key, so it names no user, database or address. Those are in its cause.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Everything that can change, as one unit of work sees it. A read sees what is committed by now and what this unit has
 * written itself. An unknown id of any form returns `undefined`, never an error. Texts are equal only if every
 * character is: case and accents count. `save` throws if this unit has not found the entity; if another unit has
 * changed it since it was read, `run` starts again.
 */
export interface Transaction {
  readonly companies: Companies;
  readonly apiKeys: ApiKeys;
  readonly catalogues: Catalogues;
  readonly vehicles: Vehicles;
  readonly quotes: Quotes;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly notifications: Notifications;
  readonly paymentPause: PaymentPause;
  readonly contracts: Contracts;
  readonly certificateRequests: CertificateRequests;
  readonly certificateNumbers: CertificateNumbers;
  readonly pendingUploads: PendingUploads;
  readonly leases: Leases;
  readonly history: History;
  readonly dismissals: Dismissals;
  readonly ledger: Ledger;
  readonly statements: StatementRecords;
}

/** All or nothing. */
export interface UnitOfWork {
  /**
   * Runs `work` and keeps everything it did when it returns Ok; keeps nothing when it returns Err or throws. A returned
   * Ok is durable: an implementer never reports success for work that was rolled back.
   *
   * `work` may be run again from the start after a conflict with another unit of work, so it touches nothing but `tx`.
   * No call to an outside system belongs in it. Throws if the store cannot be reached, also if it is lost during the
   * commit: whether it was committed is then not known, and the caller looks again instead of repeating.
   */
  run<Value, Refusal>(work: (tx: Transaction) => Promise<Result<Value, Refusal>>): Promise<Result<Value, Refusal>>;
}
