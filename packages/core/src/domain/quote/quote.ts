import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { MobileNumber } from '../../shared/rules.ts';
import { statesOf } from '../../shared/machine.ts';
import { contractMachine, type ContractStatus } from '../contract/contract.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { Premium } from '../coverage/premium.ts';
import type { Duration, Usage } from '../coverage/terms.ts';

/** The insured person, named on the contract. */
export interface Policyholder {
  readonly name: string;
  /** Null only on old, imported quotes, which cannot be paid. */
  readonly phone: MobileNumber | null;
}

/** The price of a coverage for a vehicle on given terms. A quote never changes, even if the tariff changes. */
export interface Quote {
  readonly id: string;
  readonly companyId: string;
  readonly vehicleId: string;
  /** The coverage at the time of the quote. */
  readonly coverage: Coverage;
  /** The catalogue version from which the quote was priced. */
  readonly catalogueVersion: number;
  readonly premium: Premium;
  readonly duration: Duration;
  readonly usage: Usage;
  /**
   * The requested first day of cover, which is also the last day on which a payment can be requested. If the money
   * arrives later, cover begins later.
   */
  readonly startDate: LocalDate;
  readonly policyholder: Policyholder;
  readonly created: Instant;
}

/** The company already has a quote with this id. */
export interface QuoteAlreadyExists {
  readonly code: 'quote_already_exists';
}

/** The status of a quote (docs/api.md 4.1). After the payment, this is the status of the contract. */
export type QuoteStatus = 'awaiting_payment' | 'payment_pending' | ContractStatus;

/** All values of a quote's status. */
export const QUOTE_STATUSES = [
  'awaiting_payment',
  'payment_pending',
  ...statesOf(contractMachine),
] as const satisfies readonly QuoteStatus[];

/** The facts from which a quote's status is derived; the status is never stored. */
export interface QuoteProgress {
  readonly contract: ContractStatus | null;
  readonly paymentPending: boolean;
}

/** Derives the status that a caller sees (docs/api.md 4.1). */
export const quoteStatus = ({ contract, paymentPending }: QuoteProgress): QuoteStatus =>
  contract ?? (paymentPending ? 'payment_pending' : 'awaiting_payment');

/** The company has no quote under this id. */
export interface QuoteNotFound {
  readonly code: 'quote_not_found';
}
