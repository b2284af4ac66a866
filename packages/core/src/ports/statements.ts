import type { Payment } from '../domain/payment/payment.ts';
import type { Refund } from '../domain/payment/refund.ts';
import type { Difference } from '../domain/statement/difference.ts';
import type { BookedRefund } from '../domain/statement/movement.ts';
import type { StatementLine } from '../domain/statement/statement-line.ts';
import type { Instant, LocalDate } from '../shared/calendar.ts';
import type { Due } from '../shared/due.ts';
import type { Meant } from './look-ups.ts';

/** One day of a provider's statement: read again on some days after it, since lines may come late. */
export interface StatementReading {
  readonly id: string;
  readonly provider: string;
  readonly day: LocalDate;
  /** When it was last read to its end, after the day was over; null where it never was. */
  readonly read: Instant | null;
  /** When it is to be read next; null when it is not to be read any more. */
  readonly due: Due | null;
}

/** Everything that statement and records say under one reference of ours. */
export interface ReferenceFacts {
  readonly reference: string;
  readonly companyId: string;
  readonly quoteId: string;
  /** The payment whose id it is, and the attempts for duplicate sessions under it. */
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly lines: readonly StatementLine[];
  readonly differences: readonly Difference[];
  /** What was booked about the refunds and the differences once the money had gone back. */
  readonly booked: readonly BookedRefund[];
}

/** A difference as operators see it. */
export interface DifferenceDetails extends Difference {
  readonly companyName: string;
}

/** Which differences; what is left out is not asked for. */
export interface DifferenceFilter {
  readonly status?: Difference['status'];
  readonly paymentIds?: readonly string[];
  /** A range of ids, of its own or of its payment. */
  readonly ids?: NonNullable<Meant['ids']>;
}

/** What providers' statements say, over all companies. */
export interface Statements {
  /** Adds the reading of a day, unless there is one. */
  plan(reading: StatementReading): Promise<void>;
  /** Days of a provider's statement whose reading is planned or done, from `since` on. */
  daysPlanned(provider: string, since: LocalDate): Promise<ReadonlySet<LocalDate>>;
  /** Days of a provider's statement that were read to their end. */
  daysRead(provider: string): Promise<ReadonlySet<LocalDate>>;
  /**
   * Keeps lines, each once: one that is known by its provider, transaction and kind is brought up to date, and keeps its
   * reference where it is told without one. Answers how many are new or changed.
   */
  keep(lines: readonly StatementLine[]): Promise<number>;
  /**
   * References of lines, and of movements of ours, from `from` until before `until`. References that are not ours are
   * among them.
   */
  references(provider: string, from: Instant, until: Instant): Promise<readonly string[]>;
  /** The references of differences that are open, in the order of `differences`. */
  openReferences(limit: number): Promise<readonly Pick<Difference, 'provider' | 'paymentId'>[]>;
  /** What is known under those of the references that are ours. */
  facts(provider: string, references: readonly string[]): Promise<readonly ReferenceFacts[]>;
  /** All lines from `from` until before `until`, oldest first, up to `limit`. */
  lines(from: Instant, until: Instant, limit: number): Promise<readonly StatementLine[]>;
  /**
   * Differences up to `limit`, those that are open unless others are asked for. The oldest first, fees that are not as
   * agreed after what was lost or taken; of explained and settled ones the latest.
   */
  differences(limit: number, filter?: DifferenceFilter): Promise<readonly DifferenceDetails[]>;
}

/** Statements and differences inside a unit of work. Lock the quote before changing a difference. */
export interface StatementRecords {
  find(id: string): Promise<StatementReading | undefined>;
  /** A day that a person has brought: adds its reading, or records that it was read. */
  readByHand(reading: StatementReading): Promise<void>;
  save(reading: StatementReading): Promise<void>;
  facts(companyId: string, provider: string, reference: string): Promise<ReferenceFacts | undefined>;
  difference(companyId: string, id: string): Promise<Difference | undefined>;
  /** Adds the difference, or replaces the one with its id. */
  put(difference: Difference): Promise<void>;
}
