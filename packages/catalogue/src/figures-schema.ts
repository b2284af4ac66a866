import { DURATIONS, ENERGIES, USAGES } from '@vehicle-insurance/core';

// A `description` completes the message "must be …" about a wrong value. The bounds keep every premium a safe integer.
// The greatest premium is 8.25 × 10^15: 30 components of 10^12 × 100 % × 500 % × 500 %, plus 10 taxes of 100 %.

/** An object with only these properties. The properties in `optional` may be missing. */
export const object = <const Properties extends object, const Optional extends string = never>(
  description: string,
  properties: Properties,
  ...optional: readonly Optional[]
) => {
  type Required = Exclude<keyof Properties & string, Optional>;
  const isRequired = (name: string): name is Required => !(optional as readonly string[]).includes(name);
  const required: readonly Required[] = Object.keys(properties).filter(isRequired);
  return { type: 'object', properties, required, additionalProperties: false, description } as const;
};

/** One of several texts. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  ({ type: 'string', enum: values, description: `one of ${values.join(', ')}` }) as const;

/** A list with a minimum and a maximum number of entries. */
export const list = <const Items, const Least extends number>(
  items: Items,
  minItems: Least,
  maxItems: number,
  description: string,
) => ({ type: 'array', items, minItems, maxItems, description }) as const;

/** A list of some of these texts, each once. */
export const anyOf = <const Values extends readonly string[], const Least extends number>(
  values: Values,
  minItems: Least,
  description: string,
) => ({ ...list(oneOf(values), minItems, values.length, description), uniqueItems: true }) as const;

/** A list of some of these texts. A missing list means all of them. */
const someOf = <const Values extends readonly string[]>(values: Values) =>
  anyOf(values, 1, `a list of one or more of ${values.join(', ')}; omit it for all`);

/** A whole number from 0 to a maximum. */
export const wholeNumber = (maximum: number, description: string) =>
  ({ type: 'integer', minimum: 0, maximum, description }) as const;

/** Text without Unicode bidirectional controls, which can make a text look like another text. */
const SHOWN = '^[^\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$';

/** A text with a maximum length. */
export const text = (maxLength: number, description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength,
    pattern: SHOWN,
    description: `${description}, without bidirectional controls`,
  }) as const;

export const francs = wholeNumber(1_000_000_000, 'a whole number of francs from 0 to 1 000 000 000');

export const basisPoints = wholeNumber(10_000, 'a whole number of basis points from 0 to 10 000 (1 450 is 14.5 %)');

export const coefficient = wholeNumber(
  50_000,
  'a whole number of basis points from 0 to 50 000 (2 800 is 28 %, 13 000 is 130 %)',
);

export const code = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,39}$',
  description: 'a code of at most 40 lower-case letters, digits and "_" that begins with a letter',
} as const;

export const words = text(200, 'a text of 1 to 200 characters');

export const description = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 1000,
  pattern: SHOWN,
  description: 'a text of 1 to 1 000 characters without bidirectional controls, or null',
} as const;

export const source = text(1000, 'a text of 1 to 1 000 characters that names the source of the figure');

export const rounding = oneOf(['half_up', 'up', 'down']);

export const energies = someOf(ENERGIES);

export const usages = someOf(USAGES);

/** One value for each duration, all of them required. */
export const byDuration = <const Figure>(figure: Figure) =>
  object(`an object with a figure for each duration: ${DURATIONS.join(', ')}`, {
    ['3']: figure,
    ['6']: figure,
    ['12']: figure,
  });

/** One value for each usage. */
export const byUsage = <const Figure>(figure: Figure) =>
  object(`an object with a figure for each usage: ${USAGES.join(', ')}`, { pleasure: figure, renting: figure });
