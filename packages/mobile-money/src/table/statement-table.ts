import {
  Err,
  later,
  Ok,
  parseDate,
  startOfDay,
  type Instant,
  type Result,
  type StatementLine,
  type StatementTable,
  type StatementTableReader,
  type TableFault,
  withPaidAmount,
} from '@vehicle-insurance/core';
import { CsvError, parse } from 'csv-parse/sync';
import { fold, nameOf, statementMapping, type StatementMapping } from './statement-mapping.ts';

/** A row, with the line of the file on which the row ends. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads a provider's statement from a table, in the format that the mapping describes. */
export const readStatementTable: StatementTableReader = (table) => {
  const mapping = statementMapping(table.mapping);
  if (mapping.isErr()) return Err({ code: 'mapping_invalid', problem: mapping.error });
  const lines = linesIn(table, mapping.value);
  return lines.isOk()
    ? Ok({ lines: lines.value, hasFees: mapping.value.columns.fee !== undefined })
    : Err({ code: 'statement_faults', faults: lines.error });
};

/** Control characters, except those that quoted CSV values may contain. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

const linesIn = (
  table: StatementTable,
  mapping: StatementMapping,
): Result<readonly StatementLine[], readonly TableFault[]> => {
  const read = rowsIn(table.text, mapping);
  if (read.isErr()) return Err([read.error]);
  const [head, ...rows] = read.value;
  if (!head) return Err([{ code: 'no_header' }]);
  const names = head.record.map(nameOf);
  const twice = names.find((each, place) => each !== '' && names.indexOf(each) < place);
  if (twice !== undefined) return Err([{ code: 'column_twice', line: head.info.lines, column: twice }]);
  const missing = Object.values(mapping.columns).filter((column) => !names.includes(nameOf(column)));
  if (missing.length > 0) return Err([{ code: 'columns_missing', line: head.info.lines, missing, columns: names }]);
  const lines: StatementLine[] = [];
  const faults: TableFault[] = [];
  const seen = new Map<string, number>();
  const unknown = new Map<string, readonly [word: string, lines: number]>();
  for (const { record, info } of rows) {
    const cell = (column: keyof StatementMapping['columns']): string =>
      record[names.indexOf(nameOf(mapping.columns[column] ?? ''))]?.trim() ?? '';
    const line: Result<StatementLine, FaultOfRow> = record.some((value) => CONTROL.test(value.trim()))
      ? Err({ code: 'control_character' })
      : lineOf(cell, mapping, table);
    const key = line.isOk() ? `${line.value.kind} ${line.value.transactionId}` : '';
    const before = seen.get(key);
    const word = cell('kind');
    if (mapping.columns.kind !== undefined && !kindOfWord(word, mapping)) {
      const [first, count] = unknown.get(fold(word)) ?? [word, 0];
      unknown.set(fold(word), [first, count + 1]);
    }
    if (line.isErr()) faults.push({ ...line.error, line: info.lines });
    else if (before !== undefined) faults.push({ code: 'transaction_twice', line: info.lines, before });
    else {
      seen.set(key, info.lines);
      lines.push(line.value);
    }
  }
  if (table.allowsUnknownKinds !== true)
    for (const [word, lines] of unknown.values()) faults.push({ code: 'unknown_kind', word, lines });
  return faults.length === 0 ? Ok(lines) : Err(faults);
};

/** The text after the first `count` lines. Empty if there are fewer lines. */
const afterLines = (text: string, count: number): string => {
  let rest = text;
  for (let line = 0; line < count; line += 1) {
    const end = /\r\n|\n|\r/.exec(rest);
    rest = end ? rest.slice(end.index + end[0].length) : '';
  }
  return rest;
};

const rowsIn = (text: string, { separator, skip }: StatementMapping): Result<readonly Row[], TableFault> => {
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
    return Err({ code: WRONG[error.code] ?? 'not_a_table', line: lines === undefined ? null : lines + skip });
  }
};

/** Faults of the table itself, by the CSV parser's code. */
const WRONG: Readonly<Partial<Record<string, 'other_length' | 'quote_open' | 'quote_inside'>>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'other_length',
  CSV_QUOTE_NOT_CLOSED: 'quote_open',
  CSV_INVALID_CLOSING_QUOTE: 'quote_inside',
  INVALID_OPENING_QUOTE: 'quote_inside',
};

type FaultOfRow =
  | { readonly code: 'control_character' | 'no_transaction' }
  | { readonly code: 'not_francs' | 'fee_not_francs' | 'not_a_currency'; readonly value: string }
  | { readonly code: 'not_a_date'; readonly value: string; readonly format: string };

const lineOf = (
  cell: (column: keyof StatementMapping['columns']) => string,
  mapping: StatementMapping,
  { provider, zone }: StatementTable,
): Result<StatementLine, FaultOfRow> => {
  const basis = mapping.columns.net === undefined ? 'gross' : 'net';
  const written = cell(basis === 'net' ? 'net' : 'amount');
  const [transactionId, amount, at] = [cell('transaction'), francs(written), momentOf(cell('date'), mapping, zone)];
  const fee = mapping.columns.fee === undefined || cell('fee') === '' ? 0 : francs(cell('fee'));
  if (transactionId === '') return Err({ code: 'no_transaction' });
  if (amount === undefined) return Err({ code: 'not_francs', value: written });
  if (fee === undefined) return Err({ code: 'fee_not_francs', value: cell('fee') });
  if (at === undefined) return Err({ code: 'not_a_date', value: cell('date'), format: mapping.date });
  const currency = mapping.columns.currency === undefined ? mapping.currency : cell('currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return Err({ code: 'not_a_currency', value: currency });
  const reference = cell('reference') || null;
  const paid = basis === 'net' ? amount + fee : amount;
  const kind = kindOf({ word: cell('kind'), amount: paid, reference }, mapping);
  const hasNoSign = mapping.sign === 'kind' && kind === 'refund';
  const line = {
    ...{ provider, transactionId, kind, currency, reference, at },
    amount: hasNoSign ? -Math.abs(amount) : amount,
    // The fee of an unsigned net refund is unsigned too. We assume that the provider returns this fee with the refund.
    fee: hasNoSign && basis === 'net' ? -Math.abs(fee) : fee,
  };
  return Ok(withPaidAmount(line, basis));
};

const kindOf = (
  { word, amount, reference }: Pick<StatementLine, 'amount' | 'reference'> & { readonly word: string },
  { columns, kinds }: StatementMapping,
): StatementLine['kind'] => {
  if (columns.kind === undefined) return amount > 0 ? 'payment' : amount < 0 && reference !== null ? 'refund' : 'other';
  return kindOfWord(word, { kinds }) ?? 'other';
};

const kindOfWord = (word: string, { kinds }: Pick<StatementMapping, 'kinds'>): StatementLine['kind'] | undefined =>
  (['payment', 'refund', 'other'] as const).find((kind) => kinds[kind].some((each) => fold(each) === fold(word)));

/** Whole francs. A space may separate thousands. Decimals must be zero. */
const francs = (text: string): number | undefined => {
  const whole = /^([+-]?)\s?(\d{1,15}|\d{1,3}(\s)\d{3}(?:\3\d{3}){0,3})(?:[.,]0{1,2})?$/.exec(text);
  const number = Number(whole?.[2]?.replaceAll(/\s/g, ''));
  if (!whole) return undefined;
  return whole[1] === '-' ? 0 - number : number;
};

const PARTS = { YYYY: '\\d{4}', MM: '\\d{2}', DD: '\\d{2}', HH: '\\d{2}', mm: '\\d{2}', ss: '\\d{2}' } as const;

/** The time in the mapping's format. Missing hours, minutes and seconds are zero. */
const momentOf = (text: string, { date }: StatementMapping, zone: StatementTable['zone']): Instant | undefined => {
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
