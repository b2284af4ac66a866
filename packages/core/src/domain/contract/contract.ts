import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';
import { machine, step, type EventOf, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Result } from '../../shared/result.ts';
import { lastDayOfCover, type Duration } from '../coverage/terms.ts';

/** Contract status (docs/api.md 4.3). Only changes of day change it. */
export const contractMachine = machine('contract', 'pending', {
  pending: { start: 'started' },
  started: { expire: 'expired' },
  expired: {},
});

/** Where one contract stands. */
export type ContractStatus = StateOf<typeof contractMachine>;
/** What can happen to a contract. */
export type ContractEvent = EventOf<typeof contractMachine>;

/** Insurance in force or about to be, opened by a payment. */
export interface Contract {
  readonly id: string;
  readonly companyId: string;
  readonly quoteId: string;
  readonly vehicleId: string;
  readonly paymentId: string;
  /** The company's n-th contract, without gaps: the policy number is made of it. */
  readonly ordinal: number;
  readonly policyNumber: string;
  readonly status: ContractStatus;
  /** First day covered. */
  readonly startDate: LocalDate;
  /** Last day covered. */
  readonly endDate: LocalDate;
  /** The day the money arrived: every request to the authority carries it, also a repeated one. */
  readonly paidOn: LocalDate;
  /** The text of the authority's own code, which the contract prints; null until it is read, and if it cannot be. */
  readonly authorityCode: string | null;
  /** Keys of the stored files; null until each is stored. */
  readonly documents: ContractFiles;
  /** When the missing files are to be made; null before the certificate is issued and when all are stored. */
  readonly documentsDue: Due | null;
  /** An earlier contract of the vehicle covers some of the same days: allowed, and shown to an operator. */
  readonly overlaps: boolean;
  /** When and why an operator cancelled what could not be certified; null otherwise. */
  readonly cancelled: Cancellation | null;
  readonly created: Instant;
  /** Updated by every change a caller can see. */
  readonly updated: Instant;
}

/** The end of a contract that never got its certificate. */
export interface Cancellation {
  readonly at: Instant;
  readonly reason: string;
}

/** The storage keys of a contract's documents; null while there is none. */
export interface ContractFiles {
  readonly certificateImage: string | null;
  readonly contractDocument: string | null;
}

/** The company has no contract under this id. */
export interface ContractNotFound {
  readonly code: 'contract_not_found';
}

/** The contract was cancelled: it gets no certificate, and its money goes back. */
export interface ContractCancelled {
  readonly code: 'contract_cancelled';
}

/**
 * The days a contract covers: from the quote's start date, or from the day of payment when that is later; the full
 * duration either way.
 */
export const daysCovered = (
  quote: { readonly startDate: LocalDate; readonly duration: Duration },
  paidOn: LocalDate,
): Pick<Contract, 'startDate' | 'endDate'> => {
  const startDate = paidOn > quote.startDate ? paidOn : quote.startDate;
  return { startDate, endDate: lastDayOfCover(startDate, quote.duration) };
};

/**
 * The contract after a change of day (docs/api.md 4.3). A database changes its contracts in bulk instead, by the same
 * table: persistence's contract-days.ts, where starting also requires an issued certificate.
 */
export const changeDay = (contract: Contract, event: ContractEvent, at: Instant): Result<Contract, IllegalTransition> =>
  step(contractMachine, contract.status, event).map((status) => ({ ...contract, status, updated: at }));
