import type { Fact } from '../domain/journal/fact.ts';
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

/** Is told the facts of a unit of work that was committed. */
export type Committed = (facts: readonly Fact[]) => void;

/** Every port that reads or writes stored data, over one and the same store. */
export interface Store {
  readonly unitOfWork: UnitOfWork;
  /**
   * Hands on what units of work have committed: `listener` is called once for each that changed something with states,
   * with its facts in order, before `run` returns and in the asynchronous context of its caller. Never with what was
   * rolled back, nor with changes of day. An error that it throws is dropped: the work is done.
   */
  onCommitted(listener: Committed): void;
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

/** The listeners of a store. `committed` calls them, unless nothing that has states was changed. */
export const committing = (): { readonly committed: Committed } & Pick<Store, 'onCommitted'> => {
  const listeners: Committed[] = [];
  return {
    onCommitted: (listener) => void listeners.push(listener),
    committed: (facts) => {
      if (facts.length === 0) return;
      for (const listener of listeners)
        try {
          listener(facts);
        } catch {
          // The work is committed: a lost count must not be returned to its caller as an error.
        }
    },
  };
};
