import type { Fact } from '../domain/journal/fact.ts';
import type { KeyLookup } from './api-keys.ts';
import type { Catalogue } from './catalogue.ts';
import type { ContractDays } from './contract-days.ts';
import type { ContractQueries } from './contracts.ts';
import type { DueWork } from './due-work.ts';
import type { Figures } from './figures.ts';
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

/** Receives the facts of a committed unit of work. */
export type Committed = (facts: readonly Fact[]) => void;

/** All ports that read or write stored data in one store. */
export interface Store {
  readonly unitOfWork: UnitOfWork;
  /**
   * Registers `listener`, which is called once for each committed unit of work that has facts, with the facts in order.
   * The call happens before `run` returns, in the asynchronous context of the caller of `run`. There is no call for a
   * rollback or for changes of day. An error that `listener` throws is ignored, since the work is committed.
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
  /** For operators, who may know a policy number or a phone but no id. */
  readonly lookUps: LookUps;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly keyLookup: KeyLookup;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly books: Books;
  readonly figures: Figures;
  readonly statements: Statements;
}

/** The listeners of a store. `committed` calls the listeners, unless there are no facts. */
export const makeCommitListeners = (): { readonly committed: Committed } & Pick<Store, 'onCommitted'> => {
  const listeners: Committed[] = [];
  return {
    onCommitted: (listener) => void listeners.push(listener),
    committed: (facts) => {
      if (facts.length === 0) return;
      for (const listener of listeners)
        try {
          listener(facts);
        } catch {
          // The work is committed, so a listener's error must not reach the caller.
        }
    },
  };
};
