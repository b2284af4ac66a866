import { Err, fields, Ok, oneOf, type Result, type Rule } from '@vehicle-insurance/core';

/** How a provider writes its statement as a table, described as data, once for each provider. */
export interface StatementMapping {
  /** The separator of the columns. */
  readonly separator: string;
  /** Lines before the header. */
  readonly skip: number;
  /** The names of the columns; fee, currency and kind may be missing. */
  readonly columns: Readonly<Record<'transaction' | 'date' | 'amount' | 'reference', string>> &
    Readonly<Partial<Record<'fee' | 'currency' | 'kind', string>>>;
  /** How a moment is written, in `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss`. */
  readonly date: string;
  /** The currency of every line, where no column contains it. */
  readonly currency: string;
  /**
   * Words in the column `kind`; any other word means `other`. Without the column, incoming money is a payment, and
   * outgoing money with a reference is a refund.
   */
  readonly kinds: Readonly<Record<'payment' | 'refund', readonly string[]>>;
  /** Whether amounts that leave the account have a minus sign, or only their kind shows it. */
  readonly sign: 'minus' | 'kind';
}

const REQUIRED = ['transaction', 'date', 'amount', 'reference'] as const;
const OPTIONAL = ['fee', 'currency', 'kind'] as const;
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];

const orElse =
  <Value>(rule: Rule<Value>, usual: Value): Rule<Value> =>
  (input) =>
    input === undefined ? Ok(usual) : rule(input);

const name: Rule<string> = (input) =>
  typeof input === 'string' && input.trim() !== '' ? Ok(input) : Err('must be a text that is not empty');

const separator: Rule<string> = (input) =>
  typeof input === 'string' && input.length === 1 && !/["\r\n]/.test(input) ? Ok(input) : Err('must be one character');

const skip: Rule<number> = (input) =>
  Number.isInteger(input) && Number(input) >= 0 && Number(input) <= 100
    ? Ok(Number(input))
    : Err('must be a whole number from 0 to 100');

const columns: Rule<StatementMapping['columns']> = (input) => {
  const given = Object.entries(typeof input === 'object' && input !== null ? input : {}) as [string, unknown][];
  const strange = given.filter(([column, value]) => !COLUMNS.includes(column) || name(value).isErr());
  const missing = REQUIRED.filter((column) => !given.some(([each]) => each === column));
  if (strange.length > 0) return Err(`must be names of ${COLUMNS.join(', ')}; ${strange[0]?.[0]} is not`);
  if (missing.length > 0) return Err(`must name ${missing.join(' and ')}`);
  return Ok(Object.fromEntries(given) as StatementMapping['columns']);
};

const words = (input: unknown): readonly string[] | undefined =>
  Array.isArray(input) && input.every((word) => name(word).isOk()) ? (input as readonly string[]) : undefined;

const kinds: Rule<StatementMapping['kinds']> = (input) => {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const [payment, refund] = [words(given['payment']), words(given['refund'])];
  return payment && refund ? Ok({ payment, refund }) : Err('must list the words for payment and for refund');
};

const date: Rule<string> = (input) =>
  typeof input === 'string' && ['YYYY', 'MM', 'DD'].every((part) => input.split(part).length === 2)
    ? Ok(input)
    : Err('must be written in YYYY, MM, DD, and HH, mm, ss, such as "DD/MM/YYYY HH:mm"');

const RULES = {
  separator: orElse(separator, ','),
  skip: orElse(skip, 0),
  columns,
  date,
  currency: orElse(name, 'XOF'),
  kinds: orElse(kinds, { payment: [], refund: [] }),
  sign: orElse(oneOf(['minus', 'kind'] as const), 'minus' as const),
} as const;

const NAMES: readonly string[] = Object.keys(RULES);

/** The mapping in a file's text, or what is wrong with it. */
export const statementMapping = (text: string): Result<StatementMapping, string> => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return Err('it is not JSON');
  }
  const strange = Object.keys(typeof given === 'object' && given !== null ? given : {}).find(
    (each) => !NAMES.includes(each),
  );
  if (strange !== undefined) return Err(`${strange} is not a field of a mapping; ${NAMES.join(', ')} are`);
  const checked = fields(given, RULES);
  if (checked.isErr()) return Err(checked.error.details.map(({ field, message }) => `${field} ${message}`).join('; '));
  const mapping = checked.value;
  const hasKind = mapping.columns.kind !== undefined;
  if (!hasKind && mapping.sign === 'kind') return Err('sign is "kind", and columns names no column of that');
  // An import is permanent, and so would be every payment that is read as something else.
  return hasKind && mapping.kinds.payment.length === 0
    ? Err('columns names a column of kind, and kinds no word for payment')
    : Ok(mapping);
};
