import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';
import { machine, step, type EventOf, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Result } from '../../shared/result.ts';
import { lastDayOfCover, type Duration } from '../coverage/terms.ts';
import type { Cancellation } from './cancellation.ts';

/**
 * Contract status (docs/api.md 4.3). It changes when a new day begins, or when the certificate is issued after the
 * first day has begun.
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
  /** The contract's number within its company, without gaps; part of the policy number. */
  readonly ordinal: number;
  readonly policyNumber: string;
  readonly status: ContractStatus;
  /** First day covered. */
  readonly startDate: LocalDate;
  /** Last day covered. */
  readonly endDate: LocalDate;
  /** The day the money arrived. Every request to the authority contains it, including retries. */
  readonly paidOn: LocalDate;
  /** The text of the authority's own QR code, printed on the contract; null if it was not read yet or is unreadable. */
  readonly authorityCode: string | null;
  /** Keys of the stored files; each is null until its file is stored. */
  readonly documents: ContractFiles;
  /** When the missing files are due; null before the certificate is issued and once all are stored. */
  readonly documentsDue: Due | null;
  /** Whether an earlier contract of the vehicle covers some of the same days. This is allowed; operators see it. */
  readonly overlaps: boolean;
  /** When, why and on which terms an operator cancelled the contract; null otherwise. */
  readonly cancelled: Cancellation | null;
  readonly created: Instant;
  /** Updated by every change a caller can see. */
  readonly updated: Instant;
}

/** The storage keys of a contract's documents; each is null until the document is stored. */
export interface ContractFiles {
  readonly certificateImage: string | null;
  readonly contractDocument: string | null;
}

/** The company has no contract under this id. */
export interface ContractNotFound {
  readonly code: 'contract_not_found';
}

/** The contract was cancelled. It cannot be cancelled again, and gets no other certificate. */
export interface ContractCancelled {
  readonly code: 'contract_cancelled';
}

/**
 * The days a contract covers: the full duration, from the quote's start date or the day of payment, whichever is later.
 */
export const daysCovered = (
  quote: { readonly startDate: LocalDate; readonly duration: Duration },
  paidOn: LocalDate,
): Pick<Contract, 'startDate' | 'endDate'> => {
  const startDate = paidOn > quote.startDate ? paidOn : quote.startDate;
  return { startDate, endDate: lastDayOfCover(startDate, quote.duration) };
};

/**
 * The contract after a change of day (docs/api.md 4.3). Start a contract only if its certificate is issued. The
 * database adapter changes contracts in bulk, by the same table of transitions: see persistence's contract-days.ts.
 */
export const changeDay = (contract: Contract, event: ContractEvent, at: Instant): Result<Contract, IllegalTransition> =>
  step(contractMachine, contract.status, event).map((status) => ({ ...contract, status, updated: at }));
