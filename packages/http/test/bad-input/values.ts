import type { Field, Schema } from './operations.ts';

/** JSON as text, because JavaScript cannot represent some values, such as `1e400` or a lone surrogate. */
export type Json = string;

const json = (value: unknown): Json => JSON.stringify(value);

const nested = (levels: number): Json => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Levels that a body may have, and more than it may have. */
const DEEP = nested(9_000);
export const TOO_DEEP = nested(100_000);

/** Stored exactly as sent: spaces and accents are not normalised. */
export const TO_THE_LETTER = ['externalId'];

const isText = ({ type }: Schema): boolean => [type].flat().includes('string');

/** Free text in any script; other texts have a format. */
const isFree = ({ maxLength }: Schema): boolean => maxLength !== undefined;

/** Refers to an object of the service: an unknown id is answered 404. */
export const isId = ({ name }: Field): boolean => name.endsWith('Id') && !TO_THE_LETTER.includes(name);

export const wrongTypes = ({ schema, required }: Field): readonly Json[] => [
  ...['true', '[]', '{}', '{"toString": 1}', DEEP],
  ...(required && ![schema.type].flat().includes('null') ? ['null'] : []),
  ...(isText(schema)
    ? ['7', '-0', '1e308', '1e400', '["text"]']
    : ['"7"', '""', '"٣"', '[7]', '7.5', '1e308', '-1e308', '1e400', '9007199254740992', '-9007199254740993']),
];

const BROKEN_TEXTS: readonly Json[] = [
  ...['""', '"\\u0000"', '"a\\u0000b"', '"a\\nb"', '"\\u001b[2J"', '"\\u007f\\u0085"'],
  ...['"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"'],
  json('x'.repeat(1_000_000)),
  json(`a${'\u0315\u0300'.repeat(150_000)}`),
];

export const outOfBounds = (field: Field): readonly Json[] => {
  const { name, schema } = field;
  if (!isText(schema)) return outOfRange(schema);
  const texts = [...BROKEN_TEXTS, ...(isFree(schema) ? tooLongOrShort(schema, name) : ofAnotherForm(schema, name))];
  return [...texts, ...(BAD[name] ?? []).map(json)];
};

const outOfRange = ({ enum: values, minimum, maximum }: Schema): readonly Json[] => {
  const bounds = values ? values.map(Number) : [minimum, maximum].filter((bound) => bound !== undefined);
  return ['-1', `${Math.min(...bounds) - 1}`, `${Math.max(...bounds) + 1}`, `${Math.max(...bounds)}.5`];
};

const tooLongOrShort = ({ minLength = 1, maxLength = 0 }: Schema, name: string): readonly Json[] => [
  ...['x', '😀', '明', ...(TO_THE_LETTER.includes(name) ? [] : ['e\u0301'])].map((unit) =>
    json(unit.repeat(maxLength + 1)),
  ),
  ...(minLength > 1 ? [json('x'.repeat(minLength - 1)), json('😀'.repeat(minLength - 1))] : []),
  ...(TO_THE_LETTER.includes(name)
    ? []
    : ['   ', '\u3000\u00a0', '\u200b\u2060', '\u202eenoK ayA', 'Aya\u2066 Koné', 'Aya Koné\u061c'].map(json)),
];

const ofAnotherForm = ({ enum: values = [], format, minLength = 0 }: Schema, name: string): readonly Json[] => [
  ...['😀', 'مرحبا', '明', 'e\u0301', '\u202e', '\u200d', '\ufeff', '..', '%00', "' or 1=1 --", '__proto__'].map(json),
  ...values.flatMap((value) => [`${value}`.toUpperCase(), ` ${value}`, `${value}\u0301`, `${value}s`]).map(json),
  ...(format === 'date' ? BAD_DATES.map(json) : []),
  ...(minLength > 1 ? [json('A'.repeat(minLength - 1))] : []),
  ...(BAD[name] === undefined ? [] : [json(' ')]),
];

const BAD_DATES = [
  ...['2026-02-30', '2026-13-01', '2025-02-29', '2026-2-3', '20260203', '2026-02-03T00:00:00Z', ' 2026-02-03'],
  ...['+002026-02-03', '-000001-01-01', '0000-00-00', '9999-12-31', '10000-01-01', '٢٠٢٦-٠٢-٠٣', '２０２６-０２-０３'],
];

const BAD: Readonly<Record<string, readonly string[]>> = {
  licencePlate: [
    ...['A', 'A'.repeat(21), 'A A'.repeat(11), 'AB_12', 'ÀB-12', 'ſß12', 'ıı', 'ＡＢ１２', 'AB\u200b12', 'AB\u00a012'],
  ],
  firstRoadDate: ['9998-12-31'],
  startDate: ['2020-01-01', '9998-12-31'],
  expires: ['2020-01-01T00:00:00.000Z', '2099-12-31', '2099-12-31T23:59', '2099-02-30T00:00:00Z', 'tomorrow'],
  policyHolderPhone: ['070102030', '07010203040', '0401020304', '+33701020304', '00225 0701020304', '٠٧٠١٠٢٠٣٠٤'],
  phoneNumber: [
    ...['070102030', '07010203040', '0601020304', '0801020304', '+2260701020304', '+225+2250701020304'],
    '07-01-02-03-04',
  ],
};

export const goodValues = ({ name, schema }: Field): readonly Json[] => {
  if (schema.enum) return schema.enum.map(json);
  if (!isText(schema))
    return [schema.minimum, schema.maximum]
      .filter((bound) => bound !== undefined)
      .flatMap((bound) => [`${bound}`, `${bound}.0`, `${bound}e0`, ...(bound === 0 ? ['-0'] : [])]);
  return [...(isFree(schema) ? oddTexts(schema, name) : []), ...(GOOD[name] ?? [])].map(json);
};

const oddTexts = ({ minLength = 1, maxLength = 0 }: Schema, name: string): readonly string[] => [
  ...['x', '😀', '明', 'ع', ...(TO_THE_LETTER.includes(name) ? [] : ['e\u0301', '\u03b1\u0313\u0300\u0345'])].flatMap(
    (unit) => [unit.repeat(minLength), unit.repeat(maxLength)],
  ),
  ...(TO_THE_LETTER.includes(name) ? ['Zoe\u0308 \u202eeiraM'] : ['Zoe\u0308 مريم']),
  '👩‍👩‍👧‍👦 \u{10ffff}\ufeff',
  `a${'\u0301'.repeat(maxLength - 1)}`,
];

const GOOD: Readonly<Record<string, readonly string[]>> = {
  licencePlate: ['a1', 'z'.repeat(20), ` ${'q 9'.repeat(10)} `],
  firstRoadDate: ['1900-01-01', '2024-02-29'],
  expires: ['2099-12-31T23:59:59.999Z'],
  policyHolderPhone: ['+225 01 02 03 04 05', '0501020304', ' 07 01020304 '],
  phoneNumber: [],
};

export const BAD_IDS = [
  ...['none', 'null', '__proto__', '..', '%', '%zz', '%00', 'a%00b', '%ff', '-0', '1e308', '9007199254740992', ';a=b'],
  ...['00000000-0000-0000-0000-000000000000', '01A1FD3C-7A7C-772E-84E6-3A26FE2946BA', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ...['%0d%0aset-cookie:%20a=b', '%ed%a0%80', '%c0%ae', '%25%32%66', '%F0%9F%98%80', '%E2%80%AE', 'e%CC%81'],
  ...["'%20or%201=1%20--", 'x'.repeat(8_000), '%'.repeat(8_000), '%f0'.repeat(2_500)],
];

export const NO_INTEGERS = [
  ...['0', '-1', '-0', '1.0', '1e0', '01', '+1', '%2B1', '%201', '1%20', '0x1', '1_0', 'NaN', 'Infinity'],
];
export const ODD_INTEGERS = [
  ...['1e308', '9007199254740992', '9'.repeat(400), '%D9%A1', '%EF%BC%91', '1%00', '%zz', '[1]', '1,1'],
];
