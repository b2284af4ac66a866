import fc, { type Arbitrary } from 'fast-check';
import type { Field } from '../../../http/test/bad-input/operations.ts';
import { goodValues, isId, outOfBounds, wrongTypes, type Json } from '../../../http/test/bad-input/values.ts';

/** The owner of an id; `unknown` is well-formed but belongs to nobody. */
export type Whose = 'own' | 'foreign' | 'unknown';

/** A value of a request. Values that depend on stored data are chosen when the request is built. */
export type Value =
  | { readonly json: Json }
  | { readonly idOf: string; readonly whose: Whose; readonly at: number }
  /** A text that no earlier request contained. */
  | { readonly fresh: string }
  /** A value of a field of this name from a response. */
  | { readonly again: string; readonly at: number }
  /** The date `day` days from today. */
  | { readonly day: number };

const at = fc.nat(63);
const json = (value: unknown): Value => ({ json: JSON.stringify(value) });
const texts = (...values: readonly unknown[]): Arbitrary<Value> => fc.constantFrom(...values).map(json);

/** An id of a kind, nearly always the company's own. */
export const idOf = (kind: string): Arbitrary<Value> =>
  fc
    .tuple(fc.constantFrom<Whose>(...Array<Whose>(12).fill('own'), 'foreign', 'foreign', 'unknown'), at)
    .map(([whose, chosen]) => ({ idOf: kind, whose, at: chosen }));

export const ownId = (kind: string): Arbitrary<Value> =>
  at.map((chosen) => ({ idOf: kind, whose: 'own', at: chosen }) as const);

/** Letters that no normalization changes. */
const LETTERS = [...'abcXYZ019-.&éßøÿ', 'ж', 'ع', '明', 'ก', '😀', '𝔸', 'ꙮ', '\u{2f81a}'].filter(
  (letter) => letter.normalize('NFC') === letter,
);

const days = (min: number, max: number): Arbitrary<Value> => fc.integer({ min, max }).map((day) => ({ day }));

/** Payers; the last digits of the number determine the provider's behaviour (see its simulator). */
const payer = fc.oneof(
  { weight: 10, arbitrary: texts('0500001234', '+225 01 23 45 67 89', ' 07 01020304 ') },
  { weight: 2, arbitrary: texts('0500000002') },
  { weight: 9, arbitrary: texts('0500000001', '0500000002', '0500000003', '0500000006', '0500000007', '0500000016') },
);

/** Policyholders; the last digits of the number determine the authority's behaviour. */
const holder = fc.oneof(
  { weight: 3, arbitrary: texts('0700005678', '+225 05 00 00 12 34') },
  { weight: 2, arbitrary: texts('0700000011', '0700000014') },
);

/** Valid values of fields whose schema does not contain all rules. */
const GOOD: Readonly<Record<string, Arbitrary<Value>>> = {
  licencePlate: fc.constant({ fresh: 'P' }),
  // One value is used again and again, so that some vehicle of the company nearly always has it.
  externalId: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Value>({ fresh: 'ref-' }) },
    { weight: 3, arbitrary: fc.constant(json(null)) },
    { weight: 1, arbitrary: texts('ref-of-many') },
  ),
  firstRoadDate: fc.oneof(days(-1_500, 0), days(-6_000, 0)),
  startDate: fc.oneof({ weight: 1, arbitrary: days(0, 2) }, { weight: 4, arbitrary: days(0, 365) }),
  endingFrom: days(0, 200),
  endingTo: days(200, 400),
  policyHolderPhone: holder,
  phoneNumber: payer,
};

export const good = (field: Field): Arbitrary<Value> => {
  const { name, schema } = field;
  const named = GOOD[name];
  if (named) return named;
  if (isId(field)) return ownId(name.slice(0, -2));
  if (schema.enum) return texts(...schema.enum);
  if (schema.type === 'integer') return wholeNumber(field).map(json);
  const { minLength: minimum = 1, maxLength = 20 } = schema;
  const length = { minLength: minimum, maxLength };
  return fc.array(fc.constantFrom(...LETTERS), length).map((letters) => json(letters.join('')));
};

/** Small numbers and those at the bounds are drawn more often. */
const wholeNumber = ({ schema: { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } }: Field): Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20_000_000) }),
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum),
  );

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.constantFrom('\ud800', '\0', '\r\n', '\u0085', '\u00a0', '\u200b', '\u2028', '\u202e', '\ufeff'),
      fc.constantFrom('e\u0301', '\u0345\u0300', 'ﷺ', '\u{10ffff}', '👩‍👩‍👧‍👦', 'İ', 'ß', '٣', '%00', "'; --", '${x}'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

/** Dates at the edge of the calendar and beyond it, and other notations. */
const hostileDate = fc.oneof(
  fc
    .date({ min: new Date('1890-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2024-02-29', '2028-02-29', '2100-02-29', '2026-02-30', '2026-06-31', '0001-01-01', '1900-02-29'),
  fc.constantFrom('2026-12-31T23:59:59Z', '2026-12-31T00:00:00+14:00', '2026-12-31+14:00', '9999-12-31', '2026-W53-1'),
);

/** A value that may be valid or not: at a bound, odd, known from a response, or past a bound. */
export const hostile = (field: Field): Arbitrary<Value> => {
  const { name, schema } = field;
  const listed = [...goodValues(field), ...outOfBounds(field)].filter((text) => text.length < 5_000);
  const isText = [schema.type].flat().includes('string');
  return fc.oneof(
    good(field),
    fc.constantFrom(...(listed.length > 0 ? listed : ['""'])).map((text) => ({ json: text })),
    ...(isId(field) ? [idOf(name.slice(0, -2))] : []),
    ...(isText ? [hostileText.map(json), at.map((chosen): Value => ({ again: name, at: chosen }))] : []),
    ...(schema.format === 'date' ? [hostileDate.map(json), days(-3, 3)] : []),
    ...(isText
      ? []
      : [fc.maxSafeInteger().map(json), fc.double().map((number): Value => ({ json: jsonNumber(number) }))]),
  );
};

const jsonNumber = (number: number): Json =>
  Number.isFinite(number) ? (Object.is(number, -0) ? '-0' : String(number)) : '1e999';

/** A value of another type, out of bounds, or one that no field accepts. */
export const wrong = (field: Field): Arbitrary<Value> => {
  const all = [...wrongTypes(field), ...outOfBounds(field)];
  const [light, heavy] = [all.filter((text) => text.length < 5_000), all.filter((text) => text.length >= 5_000)];
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...light).map((text) => ({ json: text })) },
    { weight: 10, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(json) },
    { weight: 10, arbitrary: fc.constant<Value>({ json: 'null' }) },
    { weight: 1, arbitrary: fc.constantFrom(...heavy).map((text) => ({ json: text })) },
  );
};
