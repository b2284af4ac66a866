import type {
  Callers,
  Catalogue,
  ContractDays,
  ContractViews,
  DueWork,
  IdempotencyKeys,
  LookUps,
  PaymentViews,
  QuoteViews,
  UnitOfWork,
  VehicleViews,
  WorkViews,
} from '@vehicle-insurance/core';

/** Every store port of the core, over one and the same store. */
export interface Store {
  readonly unitOfWork: UnitOfWork;
  readonly dueWork: DueWork;
  readonly vehicleViews: VehicleViews;
  readonly quoteViews: QuoteViews;
  readonly contractViews: ContractViews;
  readonly contractDays: ContractDays;
  readonly paymentViews: PaymentViews;
  readonly workViews: WorkViews;
  readonly lookUps: LookUps;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly callers: Callers;
  readonly catalogue: Catalogue;
}

/** A store under test: empty for each case. */
export interface StoreSubject extends Store {
  /** Ends every lease, as real time would. */
  endLeases(): Promise<void>;
}
