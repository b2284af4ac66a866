import { Err, fields, Ok, oneOf, parseJson, type Result, type Rule, type StatementLine } from '@vehicle-insurance/core';

/** The format of a provider's statement as a table. */
export interface StatementMapping {
  readonly separator: string;
  /** The number of lines before the header. */
  readonly skip: number;
  /**
   * The names of the columns. A table has either `amount` (what the payer paid) or `net` (the movement in the account).
   * Currency and kind are optional; fee is optional unless the table has `net`.
   */
  readonly columns: Readonly<Record<'transaction' | 'date' | 'reference', string>> &
    Readonly<Partial<Record<'amount' | 'net' | 'fee' | 'currency' | 'kind', string>>>;
  /** The format of times, written with `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss`. */
  readonly date: string;
  /** The currency of every line if no column contains the currency. */
  readonly currency: string;
  /**
   * Words in the column `kind`, compared by `fold`. Without that column, a positive amount is a payment, and any other
   * amount with a reference is a refund.
   */
  readonly kinds: Readonly<Record<StatementLine['kind'], readonly string[]>>;
  /** Whether outgoing amounts have a minus sign, or only their kind shows the direction. */
  readonly sign: 'minus' | 'kind';
}

const REQUIRED = ['transaction', 'date', 'amount', 'reference'] as const;
const OPTIONAL = ['net', 'fee', 'currency', 'kind'] as const;
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];

/** Removes differences of case, spaces and encoding of accents, so that two words can be compared. */
export const fold = (word: string): string => word.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Removes outer spaces and differences in the encoding of accents, so that two column names can be compared. */
export const nameOf = (column: string): string => column.normalize('NFC').trim();

/** An administrator writes mappings with English keywords. So both translations of an error are English. */
const wrong = (fault: string) => Err({ en: fault, fr: fault });

const orElse =
  <Value>(rule: Rule<Value>, usual: Value): Rule<Value> =>
  (input) =>
    input === undefined ? Ok(usual) : rule(input);

const name: Rule<string> = (input) =>
  typeof input === 'string' && input.trim() !== '' ? Ok(input) : wrong('must be a non-empty text');

const separator: Rule<string> = (input) =>
  typeof input === 'string' && input.length === 1 && !/["\r\n]/.test(input)
    ? Ok(input)
    : wrong('must be one character');

const skip: Rule<number> = (input) =>
  Number.isInteger(input) && Number(input) >= 0 && Number(input) <= 100
    ? Ok(Number(input))
    : wrong('must be a whole number from 0 to 100');

const columns: Rule<StatementMapping['columns']> = (input) => {
  const given = Object.entries(typeof input === 'object' && input !== null ? input : {}) as [string, unknown][];
  const strange = given.filter(([column, value]) => !COLUMNS.includes(column) || name(value).isErr());
  const has = (column: string): boolean => given.some(([each]) => each === column);
  const missing = REQUIRED.filter((column) => !has(column) && !(column === 'amount' && has('net')));
  if (strange.length > 0) return wrong(`must be names of ${COLUMNS.join(', ')}; ${strange[0]?.[0]} is not one of them`);
  if (missing.length > 0) return wrong(`must name ${missing.join(' and ')}`);
  if (has('net') && has('amount'))
    return wrong('must name amount (what the payer paid) or net (less the fee), not both');
  if (has('net') && !has('fee')) return wrong('must name fee, because the paid amount is the sum of net and fee');
  const twice = given.flatMap(([column, value], place) =>
    given
      .slice(0, place)
      .filter(([, before]) => nameOf(String(before)) === nameOf(String(value)))
      .map(([before]) => `${before} and ${column} both name ${String(value)}`),
  );
  if (twice[0] !== undefined) return wrong(twice[0]);
  return Ok(Object.fromEntries(given) as StatementMapping['columns']);
};

const words = (input: unknown): readonly string[] | undefined =>
  Array.isArray(input) && input.every((word) => name(word).isOk()) ? (input as readonly string[]) : undefined;

const kinds: Rule<StatementMapping['kinds']> = (input) => {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const [payment, refund, other] = [words(given['payment']), words(given['refund']), words(given['other'] ?? [])];
  const strange = Object.keys(given).find((each) => !KINDS.some((kind) => kind === each));
  if (strange !== undefined) return wrong(`has ${strange}; the kinds are ${KINDS.join(', ')}`);
  if (!payment || !refund || !other) return wrong('must list the words for payment and for refund');
  const all = [payment, refund, other].flatMap((some) => [...new Set(some.map(fold))]);
  const twice = all.find((word, place) => all.indexOf(word) < place);
  return twice === undefined ? Ok({ payment, refund, other }) : wrong(`gives "${twice}" two meanings`);
};

const KINDS = ['payment', 'refund', 'other'] as const;

const PARTS: readonly string[] = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'];

/** Each run of the same letter must be a part of the format or a single literal letter, such as the `h` in `HHhmm`. */
const date: Rule<string> = (input) => {
  const letters = typeof input === 'string' ? (input.match(/([A-Za-z])\1*/g) ?? []) : [];
  const strange = letters.find((each) => !PARTS.includes(each) && (each.length > 1 || /[DHMYdmsy]/.test(each)));
  const named = letters.filter((each) => PARTS.includes(each));
  const twice = named.find((part, place) => named.indexOf(part) < place);
  const missing = ['YYYY', 'MM', 'DD'].filter((part) => !named.includes(part));
  if (typeof input !== 'string' || strange !== undefined || (missing.length > 0 && twice === undefined))
    return wrong(
      `${strange === undefined ? '' : `has ${strange}; it `}must be written in YYYY, MM, DD, and HH, mm, ss, such as "DD/MM/YYYY HH:mm"`,
    );
  if (twice !== undefined) return wrong(`names ${twice} twice`);
  if (named.includes('mm') && !named.includes('HH')) return wrong('names mm without HH');
  return named.includes('ss') && !named.includes('mm') ? wrong('names ss without mm') : Ok(input);
};

const currency: Rule<string> = (input) =>
  typeof input === 'string' && /^[A-Z]{3}$/.test(input) ? Ok(input) : wrong('must be a currency such as XOF');

const RULES = {
  separator: orElse(separator, ','),
  skip: orElse(skip, 0),
  columns,
  date,
  currency: orElse(currency, 'XOF'),
  kinds: orElse(kinds, { payment: [], refund: [], other: [] }),
  sign: orElse(oneOf(['minus', 'kind'] as const), 'minus' as const),
} as const;

const NAMES: readonly string[] = Object.keys(RULES);

/** Parses a mapping, or returns what is wrong with it. */
export const statementMapping = (text: string): Result<StatementMapping, string> => {
  const parsed = parseJson(text);
  if (parsed.isErr()) return parsed;
  const given = parsed.value;
  const strange = Object.keys(typeof given === 'object' && given !== null ? given : {}).find(
    (each) => !NAMES.includes(each),
  );
  if (strange !== undefined) return Err(`${strange} is not a field of a mapping; the fields are ${NAMES.join(', ')}`);
  const checked = fields(given, RULES);
  if (checked.isErr())
    return Err(checked.error.details.map(({ field, message }) => `${field} ${message.en}`).join('; '));
  const mapping = checked.value;
  const hasKind = mapping.columns.kind !== undefined;
  if (!hasKind && mapping.sign === 'kind') return Err('sign is "kind", but columns has no kind');
  const hasWords = Object.values(mapping.kinds).some((some) => some.length > 0);
  if (!hasKind && hasWords) return Err('kinds lists words, but columns has no kind');
  // An import is permanent. A payment imported as another kind could never be corrected.
  return hasKind && mapping.kinds.payment.length === 0
    ? Err('columns has a kind, but kinds lists no word for payment')
    : Ok(mapping);
};
