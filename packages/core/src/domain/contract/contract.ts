import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';
import { machine, step, type EventOf, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Result } from '../../shared/result.ts';
import { lastDayOfCover, type Duration } from '../coverage/terms.ts';
import type { Cancellation } from './cancellation.ts';

/**
 * Contract status (docs/api.md 4.3). The status changes when a new day begins. A contract also starts when its
 * certificate is issued after the first day has begun.
 */
export const contractMachine = machine('contract', 'pending', {
  pending: { start: 'started' },
  started: { expire: 'expired' },
  expired: {},
});

/** The status of a contract. */
export type ContractStatus = StateOf<typeof contractMachine>;
/** An event that changes a contract's status. */
export type ContractEvent = EventOf<typeof contractMachine>;

/** An insurance contract, opened by a payment. */
export interface Contract {
  readonly id: string;
  readonly companyId: string;
  readonly quoteId: string;
  readonly vehicleId: string;
  readonly paymentId: string;
  /** The contract's number in its company's list, without gaps. Part of the policy number. */
  readonly ordinal: number;
  readonly policyNumber: string;
  readonly status: ContractStatus;
  /** First day covered, or sold if a cancellation left no day covered. */
  readonly startDate: LocalDate;
  /** Last day covered, or sold if a cancellation left no day covered. */
  readonly endDate: LocalDate;
  /** The day on which the money arrived. Every request to the authority contains this day, even a later retry. */
  readonly paidOn: LocalDate;
  /**
   * The text of the authority's QR code, which the contract document prints. Null if the service has not read the code
   * yet or cannot read the code.
   */
  readonly authorityCode: string | null;
  readonly documents: ContractFiles;
  /** When the missing files are due. Null before the certificate is issued and after all files are stored. */
  readonly documentsDue: Due | null;
  /**
   * Whether, when this contract was opened, another contract of the vehicle covered some of the same days. Overlaps are
   * allowed; operators see them.
   */
  readonly overlaps: boolean;
  /** Null unless an operator has cancelled the contract. */
  readonly cancelled: Cancellation | null;
  readonly created: Instant;
  /** The time of the last change that a caller can see. */
  readonly updated: Instant;
}

/** The storage keys of a contract's documents. A key is null until its document is stored. */
export interface ContractFiles {
  readonly certificateImage: string | null;
  readonly contractDocument: string | null;
}

/** The company has no contract under this id. */
export interface ContractNotFound {
  readonly code: 'contract_not_found';
}

/** The contract is cancelled, so it cannot be cancelled again or get another certificate. */
export interface ContractCancelled {
  readonly code: 'contract_cancelled';
}

/**
 * The days that a contract covers. Cover lasts the full duration, from the quote's start date or the day of payment,
 * whichever is later.
 */
export const daysCovered = (
  quote: { readonly startDate: LocalDate; readonly duration: Duration },
  paidOn: LocalDate,
): Pick<Contract, 'startDate' | 'endDate'> => {
  const startDate = paidOn > quote.startDate ? paidOn : quote.startDate;
  return { startDate, endDate: lastDayOfCover(startDate, quote.duration) };
};

/**
 * The contract after a new day has begun (docs/api.md 4.3). The caller must start a contract only if its certificate is
 * issued. The database adapter applies the same transitions in bulk (contract-days.ts in packages/persistence).
 */
export const changeDay = (contract: Contract, event: ContractEvent, at: Instant): Result<Contract, IllegalTransition> =>
  step(contractMachine, contract.status, event).map((status) => ({ ...contract, status, updated: at }));
