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
  withPaidAmount,
} from '@vehicle-insurance/core';
import { CsvError, parse } from 'csv-parse/sync';
import { fold, nameOf, type StatementMapping } from './statement-mapping.ts';

/** A row of the table, with the line of the file on which it ends. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The provider of a statement, and the time zone of its times. */
export interface TableSource {
  readonly provider: string;
  readonly zone: TimeZone;
  /** Whether lines with an unknown kind are read as `other`; otherwise the table is refused. */
  readonly allowsUnknownKinds?: boolean | undefined;
}

/** Control characters, except those that are allowed in quoted CSV values. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;
/** The maximum number of reported faults: a wrong mapping makes every line wrong. */
const FAULT_LIMIT = 10;

/**
 * The lines of a statement that a provider exported as a table, or its faults, by line of the file. A table with a
 * fault is refused as a whole: the missing lines would be listed as discrepancies.
 */
export const statementTable = (
  text: string,
  mapping: StatementMapping,
  of: TableSource,
): Result<readonly StatementLine[], readonly string[]> => {
  const read = rowsIn(text, mapping);
  if (read.isErr()) return Err([read.error]);
  const [head, ...rows] = read.value;
  if (!head) return Err(['the file has no line with the names of the columns']);
  const names = head.record.map(nameOf);
  const twice = names.find((each, place) => each !== '' && names.indexOf(each) < place);
  if (twice !== undefined)
    return Err([`line ${head.info.lines}: the column ${twice} occurs twice; rename one of them`]);
  const missing = Object.values(mapping.columns).filter((column) => !names.includes(nameOf(column)));
  if (missing.length > 0)
    return Err([
      `line ${head.info.lines}: there is no column ${missing.join(', ')}; the columns are ${names.join(', ')}`,
    ]);
  const lines: StatementLine[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  const unknown = new Map<string, readonly [word: string, lines: number]>();
  for (const { record, info } of rows) {
    const cell = (column: keyof StatementMapping['columns']): string =>
      record[names.indexOf(nameOf(mapping.columns[column] ?? ''))]?.trim() ?? '';
    const line = record.some((value) => CONTROL.test(value.trim()))
      ? Err('a value contains a control character, such as NUL')
      : lineOf(cell, mapping, of);
    const key = line.isOk() ? `${line.value.kind} ${line.value.transactionId}` : '';
    const before = seen.get(key);
    const word = cell('kind');
    if (mapping.columns.kind !== undefined && !kindOfWord(word, mapping)) {
      const [first, count] = unknown.get(fold(word)) ?? [word, 0];
      unknown.set(fold(word), [first, count + 1]);
    }
    if (line.isErr()) faults.push(`line ${info.lines}: ${line.error}`);
    else if (before !== undefined) faults.push(`line ${info.lines}: the same transaction is on line ${before}`);
    else {
      seen.set(key, info.lines);
      lines.push(line.value);
    }
  }
  if (of.allowsUnknownKinds !== true) faults.push(...[...unknown.values()].map(unknownKind));
  if (faults.length === 0) return Ok(lines);
  const more = faults.length > FAULT_LIMIT ? [`and ${faults.length - FAULT_LIMIT} more`] : [];
  return Err([...faults.slice(0, FAULT_LIMIT), ...more]);
};

const unknownKind = ([word, count]: readonly [word: string, lines: number]): string =>
  `the kind "${word}" is on ${count} ${count === 1 ? 'line' : 'lines'}, and the mapping does not contain it: add it to "kinds", or import such lines as "other" with --allow-unknown-kinds`;

/** The text after the first `count` lines, whatever they contain; empty if there are fewer. */
const afterLines = (text: string, count: number): string => {
  let rest = text;
  for (let line = 0; line < count; line += 1) {
    const end = /\r\n|\n|\r/.exec(rest);
    rest = end ? rest.slice(end.index + end[0].length) : '';
  }
  return rest;
};

const rowsIn = (text: string, { separator, skip }: StatementMapping): Result<readonly Row[], string> => {
  try {
    const options = {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      delimiter: separator,
      skip_empty_lines: true,
    };
    const rows = parse(afterLines(text, skip), options) as unknown as readonly Row[];
    return Ok(rows.map(({ record, info }) => ({ record, info: { lines: info.lines + skip } })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { readonly lines?: number };
    return Err(
      `line ${lines === undefined ? '?' : lines + skip}: ${WRONG[error.code] ?? 'it cannot be read as a table'}`,
    );
  }
};

/** Faults of the table itself, by the parser's code. */
const WRONG: Readonly<Partial<Record<string, string>>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'its number of columns differs from the lines before',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark is in the middle of a value',
  INVALID_OPENING_QUOTE: 'a quotation mark is in the middle of a value',
};

const lineOf = (
  cell: (column: keyof StatementMapping['columns']) => string,
  mapping: StatementMapping,
  { provider, zone }: TableSource,
): Result<StatementLine, string> => {
  const basis = mapping.columns.net === undefined ? 'gross' : 'net';
  const written = cell(basis === 'net' ? 'net' : 'amount');
  const [transactionId, amount, at] = [cell('transaction'), francs(written), momentOf(cell('date'), mapping, zone)];
  const fee = mapping.columns.fee === undefined || cell('fee') === '' ? 0 : francs(cell('fee'));
  if (transactionId === '') return Err('there is no transaction');
  if (amount === undefined) return Err(`${written} is not an amount of whole francs`);
  if (fee === undefined) return Err(`${cell('fee')} is not a fee of whole francs`);
  if (at === undefined) return Err(`${cell('date')} does not match the format ${mapping.date}`);
  const currency = mapping.columns.currency === undefined ? mapping.currency : cell('currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return Err(`${currency} is not a currency such as XOF`);
  const reference = cell('reference') || null;
  const paid = basis === 'net' ? amount + fee : amount;
  const kind = kindOf({ word: cell('kind'), amount: paid, reference }, mapping);
  const hasNoSign = mapping.sign === 'kind' && kind === 'refund';
  const line = {
    ...{ provider, transactionId, kind, currency, reference, at },
    amount: hasNoSign ? -Math.abs(amount) : amount,
    // If a net amount has no sign, the fee has none either; the provider is assumed to return the fee.
    fee: hasNoSign && basis === 'net' ? -Math.abs(fee) : fee,
  };
  return Ok(withPaidAmount(line, basis));
};

const kindOf = (
  { word, amount, reference }: Pick<StatementLine, 'amount' | 'reference'> & { readonly word: string },
  { columns, kinds }: StatementMapping,
): StatementLine['kind'] => {
  if (columns.kind === undefined) return amount > 0 ? 'payment' : reference === null ? 'other' : 'refund';
  return kindOfWord(word, { kinds }) ?? 'other';
};

const kindOfWord = (word: string, { kinds }: Pick<StatementMapping, 'kinds'>): StatementLine['kind'] | undefined =>
  (['payment', 'refund', 'other'] as const).find((kind) => kinds[kind].some((each) => fold(each) === fold(word)));

/** Whole francs, with or without one kind of space between thousands, and with decimals only if these are zero. */
const francs = (text: string): number | undefined => {
  const whole = /^([+-]?)\s?(\d{1,15}|\d{1,3}(\s)\d{3}(?:\3\d{3}){0,3})(?:[.,]0{1,2})?$/.exec(text);
  const number = Number(whole?.[2]?.replaceAll(/\s/g, ''));
  if (!whole) return undefined;
  return whole[1] === '-' ? 0 - number : number;
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
