import type { Payment } from '../domain/payment/payment.ts';
import type { Refund } from '../domain/payment/refund.ts';
import type { Difference } from '../domain/statement/difference.ts';
import type { DifferenceKind } from '../domain/statement/match.ts';
import type { BookedRefund } from '../domain/statement/movement.ts';
import type { StatementLine } from '../domain/statement/statement-line.ts';
import type { Signed } from '../shared/author.ts';
import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { Due } from '../shared/due.ts';
import type { SearchTerms } from './look-ups.ts';

/** One day of a provider's statement. The service reads the day again later, since lines may arrive late. */
export interface StatementReading {
  readonly id: string;
  readonly provider: string;
  readonly day: LocalDate;
  /** When the day was last read completely after the day was over; null if never. */
  readonly read: Instant | null;
  /** When the service reads the day next; null if no reading is planned. */
  readonly due: Due | null;
}

/** An import of a statement by a person. */
export interface StatementImport extends Signed {
  readonly id: string;
  readonly at: Instant;
  readonly provider: string;
  /** The days that the import covers; null if the import has no lines and the operator stated no days. */
  readonly from: LocalDate | null;
  readonly until: LocalDate | null;
  readonly lines: number;
  /** The number of new or changed lines. */
  readonly kept: number;
  /**
   * Maps the columns of the imported file to the fields of a line. An import without a mapping uses the mapping of the
   * provider's previous import.
   */
  readonly mapping: string;
  readonly why: string | null;
}

/** All statement lines and records under one reference of ours. */
export interface ReferenceFacts {
  readonly reference: string;
  readonly companyId: string;
  readonly quoteId: string;
  /** The payment whose id is the reference, and the payments that record duplicate sessions under the reference. */
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly lines: readonly StatementLine[];
  readonly differences: readonly Difference[];
  /** The entries booked for the payments' fees, the refunds and the differences. */
  readonly booked: readonly BookedRefund[];
}

/** A difference as operators see it. */
export interface DifferenceDetails extends Difference {
  readonly companyName: string;
  /** The number of differences of the same kind that match the filter, listed or not. */
  readonly total: number;
}

/** A filter for differences: all conditions that are set must hold. */
export interface DifferenceFilter {
  readonly status?: Difference['status'];
  readonly paymentIds?: readonly string[];
  /** A range that contains the id of the difference or of its payment. */
  readonly ids?: NonNullable<SearchTerms['ids']>;
}

/** The statements of providers and their differences, over all companies. */
export interface Statements {
  /** Adds the reading of a day unless it is already planned. */
  plan(reading: StatementReading): Promise<void>;
  /** The days of a provider's statement whose reading is planned or done, from `since` on. */
  daysPlanned(provider: string, since: LocalDate): Promise<ReadonlySet<LocalDate>>;
  /** The days of a provider's statement that were read completely, each after its end. */
  daysRead(provider: string): Promise<ReadonlySet<LocalDate>>;
  /**
   * Stores each line once. A line with a known provider, transaction and kind is updated. If the new line has no
   * reference, the stored reference is kept. Returns the number of new or changed lines.
   */
  keep(lines: readonly StatementLine[]): Promise<number>;
  /** The stored lines with the provider, transaction and kind of these lines. */
  stored(lines: readonly StatementLine[]): Promise<readonly StatementLine[]>;
  /** The latest imports, latest first; optionally of one provider. */
  imports(limit: number, provider?: string): Promise<readonly StatementImport[]>;
  /**
   * The references of lines and of our movements at `from` or later and before `until`. References that are not ours
   * are included.
   */
  references(provider: string, from: Instant, until: Instant): Promise<readonly string[]>;
  /**
   * The references of up to `limit` open differences, in the order of the differences' ids. `chosen` selects the
   * differences after an id, or of some kinds.
   */
  openReferences(
    limit: number,
    chosen?: { readonly after?: string | undefined; readonly kinds?: readonly DifferenceKind[] | undefined },
  ): Promise<readonly OpenReference[]>;
  /** The lines and records under these references, without the references that are not ours. */
  facts(provider: string, references: readonly string[]): Promise<readonly ReferenceFacts[]>;
  /** All lines at `from` or later and before `until`, oldest first, up to `limit`. */
  lines(from: Instant, until: Instant, limit: number): Promise<readonly StatementLine[]>;
  /**
   * Up to `limit` differences; without a filter, only open ones. Each kind of open difference gets an equal share of
   * the limit. Open differences are sorted by kind, most urgent first, then oldest first. Explained or settled
   * differences are sorted latest first. If the filter has no status, the oldest differences are first.
   */
  differences(limit: number, filter?: DifferenceFilter): Promise<readonly DifferenceDetails[]>;
}

/** The id, provider and reference of an open difference. */
export type OpenReference = Pick<Difference, 'id' | 'provider' | 'paymentId'>;

/** Statements and differences inside a unit of work. Lock the quote before changing a difference. */
export interface StatementRecords {
  find(id: string): Promise<StatementReading | undefined>;
  /** Records that an operator has imported the statement of a day that is over. */
  readByHand(reading: StatementReading): Promise<void>;
  save(reading: StatementReading): Promise<void>;
  addImport(imported: StatementImport): Promise<void>;
  facts(companyId: string, provider: string, reference: string): Promise<ReferenceFacts | undefined>;
  difference(companyId: string, id: string): Promise<Difference | undefined>;
  /** Adds the difference, or replaces the difference with the same id. */
  put(difference: Difference): Promise<void>;
}
