import type { ApiKeys, Companies } from '../company/ports.ts';
import type { CertificateNumbers, CertificateRequests } from '../certificate/ports.ts';
import type { Contracts } from '../contract/ports.ts';
import type { Catalogues } from '../coverage/ports.ts';
import type { LooseDocuments } from '../document/loose-document.ts';
import type { Notices, PaymentPause, Payments, Refunds } from '../payment/ports.ts';
import type { Quotes } from '../quote/ports.ts';
import type { Vehicles } from '../vehicle/ports.ts';
import type { Dismissals } from './attention.ts';
import type { Leases } from './due.ts';
import type { History } from './note.ts';
import type { Result } from './result.ts';

/** Everything that can change, as one unit of work sees it. */
export interface Transaction {
  readonly companies: Companies;
  readonly apiKeys: ApiKeys;
  readonly catalogues: Catalogues;
  readonly vehicles: Vehicles;
  readonly quotes: Quotes;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly notices: Notices;
  readonly paymentPause: PaymentPause;
  readonly contracts: Contracts;
  readonly certificateRequests: CertificateRequests;
  readonly certificateNumbers: CertificateNumbers;
  readonly looseDocuments: LooseDocuments;
  readonly leases: Leases;
  readonly history: History;
  readonly dismissals: Dismissals;
}

/** All or nothing. */
export interface UnitOfWork {
  /**
   * Runs `work` and keeps everything it did when it returns Ok; keeps nothing when it returns Err or throws. An Ok that
   * comes back is durable: an implementer never reports success for work that was rolled back.
   *
   * `work` may be run again from the start after a conflict with another unit of work, so it touches nothing but `tx`.
   * No call to an outside system belongs in it. Throws where the store cannot be reached, also when it is lost at the
   * very moment of committing: then nobody knows, and the caller looks again instead of repeating.
   */
  run<Value, Refusal>(work: (tx: Transaction) => Promise<Result<Value, Refusal>>): Promise<Result<Value, Refusal>>;
}
