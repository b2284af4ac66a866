import type { KeyLookup } from './api-keys.ts';
import type { Catalogue } from './catalogue.ts';
import type { ContractDays } from './contract-days.ts';
import type { ContractQueries } from './contracts.ts';
import type { DueWork } from './due-work.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { JobRuns } from './job-runs.ts';
import type { Journal } from './journal.ts';
import type { Books } from './ledger.ts';
import type { LookUps } from './look-ups.ts';
import type { PaymentQueries } from './payments.ts';
import type { QuoteQueries } from './quotes.ts';
import type { Statements } from './statements.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { VehicleQueries } from './vehicles.ts';
import type { WorkQueries } from './work-queries.ts';

/** Every port that reads or writes stored data, over one and the same store. */
export interface Store {
  readonly unitOfWork: UnitOfWork;
  readonly dueWork: DueWork;
  readonly vehicleQueries: VehicleQueries;
  readonly quoteQueries: QuoteQueries;
  readonly contractQueries: ContractQueries;
  readonly contractDays: ContractDays;
  readonly paymentQueries: PaymentQueries;
  readonly workQueries: WorkQueries;
  readonly jobRuns: JobRuns;
  /** For operators, who know a policy number or a phone but no id. */
  readonly lookUps: LookUps;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly keyLookup: KeyLookup;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly books: Books;
  readonly statements: Statements;
}
