import {
  Err,
  later,
  Ok,
  parseDate,
  startOfDay,
  type Instant,
  type Result,
  type StatementLine,
  type TimeZone,
} from '@vehicle-insurance/core';
import { CsvError, parse } from 'csv-parse/sync';
import type { StatementMapping } from './statement-mapping.ts';

/** A row of the table, and the line of the file on which it ends. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The provider of a statement, and the time zone of its times. */
export interface StatementOf {
  readonly provider: string;
  readonly zone: TimeZone;
}

/** Faults reported at once: a wrong mapping makes every line wrong. */
const TOLD = 10;

/**
 * The lines of a statement that a provider exports as a table, or its faults, by line of the file. A table with a fault
 * is refused as a whole: half a day's money would look like a difference.
 */
export const statementTable = (
  text: string,
  mapping: StatementMapping,
  of: StatementOf,
): Result<readonly StatementLine[], readonly string[]> => {
  const read = rowsIn(text, mapping);
  if (read.isErr()) return Err([read.error]);
  const [head, ...rows] = read.value;
  if (!head) return Err(['the file has no line with the names of the columns']);
  const names = head.record.map((each) => each.trim());
  const missing = Object.values(mapping.columns).filter((column) => !names.includes(column));
  if (missing.length > 0)
    return Err([`line ${head.info.lines}: there is no column ${missing.join(', ')}; there are ${names.join(', ')}`]);
  const lines: StatementLine[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  for (const { record, info } of rows) {
    const cell = (column: keyof StatementMapping['columns']): string =>
      record[names.indexOf(mapping.columns[column] ?? '')]?.trim() ?? '';
    const line = lineOf(cell, mapping, of);
    const key = line.isOk() ? `${line.value.kind} ${line.value.transactionId}` : '';
    const before = seen.get(key);
    if (line.isErr()) faults.push(`line ${info.lines}: ${line.error}`);
    else if (before !== undefined) faults.push(`line ${info.lines}: the transaction is on line ${before} as well`);
    else {
      seen.set(key, info.lines);
      lines.push(line.value);
    }
  }
  if (faults.length === 0) return Ok(lines);
  const more = faults.length > TOLD ? [`and ${faults.length - TOLD} more`] : [];
  return Err([...faults.slice(0, TOLD), ...more]);
};

const rowsIn = (text: string, { separator, skip }: StatementMapping): Result<readonly Row[], string> => {
  try {
    const options = {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      delimiter: separator,
      from_line: skip + 1,
      skip_empty_lines: true,
    };
    return Ok(parse(text, options) as unknown as readonly Row[]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { readonly lines?: number };
    return Err(`line ${lines ?? '?'}: ${WRONG[error.code] ?? 'it cannot be read as a table'}`);
  }
};

/** Faults of the table itself, by the parser's code. */
const WRONG: Readonly<Partial<Record<string, string>>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has another number of columns than the lines before it',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark stands in the middle of a value',
  INVALID_OPENING_QUOTE: 'a quotation mark stands in the middle of a value',
};

const lineOf = (
  cell: (column: keyof StatementMapping['columns']) => string,
  mapping: StatementMapping,
  { provider, zone }: StatementOf,
): Result<StatementLine, string> => {
  const [transactionId, amount, at] = [
    cell('transaction'),
    francs(cell('amount')),
    momentOf(cell('date'), mapping, zone),
  ];
  const fee = mapping.columns.fee === undefined || cell('fee') === '' ? 0 : francs(cell('fee'));
  if (transactionId === '') return Err('there is no transaction');
  if (amount === undefined) return Err(`${cell('amount')} is not an amount of whole francs`);
  if (fee === undefined) return Err(`${cell('fee')} is not a fee of whole francs`);
  if (at === undefined) return Err(`${cell('date')} is not written ${mapping.date}`);
  const reference = cell('reference') || null;
  const kind = kindOf({ word: cell('kind'), amount, reference }, mapping);
  return Ok({
    provider,
    transactionId,
    kind,
    amount: mapping.sign === 'kind' && kind === 'refund' ? -Math.abs(amount) : amount,
    fee,
    currency: mapping.columns.currency === undefined ? mapping.currency : cell('currency'),
    reference,
    at,
  });
};

const kindOf = (
  { word, amount, reference }: Pick<StatementLine, 'amount' | 'reference'> & { readonly word: string },
  { columns, kinds }: StatementMapping,
): StatementLine['kind'] => {
  if (columns.kind === undefined) return amount > 0 ? 'payment' : reference === null ? 'other' : 'refund';
  if (kinds.payment.includes(word)) return 'payment';
  return kinds.refund.includes(word) ? 'refund' : 'other';
};

/** Whole francs, with or without spaces between thousands, and with decimals only if these are zero. */
const francs = (text: string): number | undefined => {
  const whole = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/[.,]0{1,2}$/, '');
  return /^[+-]?\d{1,15}$/.test(whole) ? Number(whole) : undefined;
};

const PARTS = { YYYY: '\\d{4}', MM: '\\d{2}', DD: '\\d{2}', HH: '\\d{2}', mm: '\\d{2}', ss: '\\d{2}' } as const;

/** A moment in the mapping's format; missing hours, minutes and seconds are zero. */
const momentOf = (text: string, { date }: StatementMapping, zone: TimeZone): Instant | undefined => {
  const escaped = date.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replaceAll(
    /YYYY|MM|DD|HH|mm|ss/g,
    (part) => `(?<${part}>${PARTS[part as keyof typeof PARTS]})`,
  );
  const found = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!found) return undefined;
  const { YYYY, MM, DD, HH = '00', mm = '00', ss = '00' } = found;
  const day = parseDate(`${YYYY}-${MM}-${DD}`);
  const [hours, minutes, seconds] = [Number(HH), Number(mm), Number(ss)];
  if (!day || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return later(startOfDay(day, zone), { hours, minutes, seconds });
};
