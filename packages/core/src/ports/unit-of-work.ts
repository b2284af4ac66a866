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
import type { Vouchers } from './vouchers.ts';
import type { Vehicles } from './vehicles.ts';

/**
 * The store cannot be reached, accepts no changes, or did not answer in time. If the connection was lost during a
 * commit, the work may have been committed. This error is thrown, not returned, because no use case can decide anything
 * without the store. Callers without an API key see the message. So only the error's `cause` names the database, its
 * address and its user.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * All repositories, as one unit of work sees them. A read sees everything committed so far and this unit's own writes.
 * A read of an unknown id of any form returns `undefined`, never an error. Texts are compared exactly, including case
 * and accents. `save` throws if this unit has neither found nor added the entity. If another unit changed the entity
 * after this unit found it, `run` starts again.
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
  readonly vouchers: Vouchers;
}

/** Runs work all or nothing. */
export interface UnitOfWork {
  /**
   * Commits all changes of `work` if `work` returns Ok, and rolls all of them back if `work` returns Err or throws. A
   * returned Ok is durable: an implementation never reports success for work that was rolled back.
   *
   * After a conflict with another unit of work, `work` may run again from the start. So `work` must use only `tx` and
   * call no outside system. `run` throws if the store cannot be reached, or if the connection is lost during the
   * commit. The changes may then have been committed, so the caller must check before it repeats the work.
   */
  run<Value, Refusal>(work: (tx: Transaction) => Promise<Result<Value, Refusal>>): Promise<Result<Value, Refusal>>;
}
