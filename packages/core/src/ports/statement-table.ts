import type { StatementLine } from '../domain/statement/statement-line.ts';
import type { TimeZone } from '../shared/calendar.ts';
import type { Result } from '../shared/result.ts';

/** The supported mobile-money providers, by their names in configuration and records. */
export const PROVIDERS = ['wave', 'cinetpay'] as const;

/** A statement that a provider exported as a table. */
export interface StatementTable {
  readonly provider: string;
  /** The table as CSV. */
  readonly text: string;
  /** A description of the table's columns and formats, as JSON. */
  readonly mapping: string;
  /** The time zone of the times in the table. */
  readonly zone: TimeZone;
  /** Whether lines of an unknown kind are read as `other`. If not, an unknown kind is a fault. */
  readonly allowsUnknownKinds?: boolean | undefined;
}

/** One fault type for each of these codes, with the values of the fault. */
type Fault<Code extends string, Values> = Code extends string ? { readonly code: Code } & Readonly<Values> : never;

/**
 * A fault of a table. `line` is the number of the line on which the row ends, or null if the parser does not know the
 * line.
 */
export type TableFault =
  | Fault<'no_header', object>
  | Fault<'column_twice', { line: number; column: string }>
  | Fault<'columns_missing', { line: number; missing: readonly string[]; columns: readonly string[] }>
  | Fault<'other_length' | 'quote_open' | 'quote_inside' | 'not_a_table', { line: number | null }>
  | Fault<'control_character' | 'no_transaction', { line: number }>
  | Fault<'not_francs' | 'fee_not_francs' | 'not_a_currency', { line: number; value: string }>
  | Fault<'not_a_date', { line: number; value: string; format: string }>
  | Fault<'transaction_twice', { line: number; before: number }>
  | Fault<'unknown_kind', { word: string; lines: number }>;

/** Why a table cannot be read. Messages about a mapping are in English, for the author of the mapping. */
export type UnreadableTable =
  | { readonly code: 'mapping_invalid'; readonly problem: string }
  | { readonly code: 'statement_faults'; readonly faults: readonly TableFault[] };

export interface ReadTable {
  readonly lines: readonly StatementLine[];
  /** Whether the table has a column of merchant fees. */
  readonly hasFees: boolean;
}

/**
 * Reads a table, or returns its faults: all faults of the rows, or the first fault of the format or header. A table
 * with a fault is refused as a whole, because each missing line would be listed as a discrepancy.
 */
export type StatementTableReader = (table: StatementTable) => Result<ReadTable, UnreadableTable>;
