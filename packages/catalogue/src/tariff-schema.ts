import { COEFFICIENT_NAMES, MEASURE_NAMES, VALUE_NAMES } from '@vehicle-insurance/core';
import {
  anyOf,
  basisPoints,
  byDuration,
  byUsage,
  code,
  coefficient,
  energies,
  francs,
  list,
  object,
  oneOf,
  rounding,
  source,
  usages,
  words,
} from './figures-schema.ts';

const upTo = {
  type: ['integer', 'null'],
  minimum: 0,
  maximum: 1_000_000_000_000,
  description: 'the last value in the band, a whole number from 0 to 1 000 000 000 000, or null for no end',
} as const;

const rowsOf = <const Name extends string, const Figure>(name: Name, figure: Figure) => {
  const figures = { upTo, [name]: figure } as { readonly upTo: typeof upTo } & { readonly [N in Name]: Figure };
  const bands = list(object(`an object with "upTo" and "${name}"`, figures), 1, 100, 'a list of 1 to 100 bands');
  const row = object(
    'an object with "bands", and "energies" and "usages" unless it is for all of them',
    { energies, usages, bands, source },
    'energies',
    'usages',
    'source',
  );
  return list(row, 1, 50, 'a list of 1 to 50 rows');
};

/** An object of one kind among several. `kind` determines the other properties. */
const kind = <const Kind extends string, const Properties extends object>(name: Kind, properties: Properties) =>
  ({
    type: 'object',
    properties: { kind: { type: 'string', const: name }, ...properties },
    required: ['kind', ...Object.keys(properties)] as readonly ('kind' | (keyof Properties & string))[],
    additionalProperties: false,
  }) as const;

const price = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  description: 'an object whose "kind" determines how the price is computed',
  oneOf: [
    kind('fixed', { amount: francs }),
    kind('per_seat', { amount: francs }),
    kind('lookup', { by: oneOf(MEASURE_NAMES), rows: rowsOf('amount', francs) }),
    kind('rate', { of: oneOf(VALUE_NAMES), rows: rowsOf('basisPoints', basisPoints) }),
  ],
} as const;

const component = object(
  'an object with "code", "label", "price", "coefficients" and "rounding"',
  {
    code,
    label: words,
    price,
    coefficients: anyOf(COEFFICIENT_NAMES, 0, `a list of any of ${COEFFICIENT_NAMES.join(', ')}, empty for none`),
    rounding,
    source,
  },
  'source',
);

const fee = object(
  'an object with "code", "label" and "amounts"',
  { code, label: words, amounts: byDuration(francs), source },
  'source',
);

/** The maximum number of components in a tariff. */
export const MAX_COMPONENTS = 30;
const MAX_FEES = 10;

const appliesTo = {
  ...list(
    { type: 'string', description: 'the code of a component or fee, or "net", or "fees"' },
    1,
    // The list may contain all codes, "net" and "fees".
    MAX_COMPONENTS + MAX_FEES + 2,
    'a list of codes of components and fees, or "net" for all components, or "fees" for all fees',
  ),
  uniqueItems: true,
} as const;

const charge = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  description: 'an object whose "kind" determines how the amount is computed',
  oneOf: [kind('fixed', { amount: francs }), kind('rate', { basisPoints, appliesTo, rounding })],
} as const;

const tax = object(
  'an object with "kind", "code", "label" and "charge"',
  { kind: oneOf(['tax', 'levy']), code, label: words, charge, source },
  'source',
);

const coefficients = object('an object with "duration" and "usage"', {
  duration: object('an object with "basisPoints"', { basisPoints: byDuration(coefficient), source }, 'source'),
  usage: object('an object with "basisPoints"', { basisPoints: byUsage(coefficient), source }, 'source'),
});

/** The tariff that all coverages for one vehicle type share. */
export const tariffSchema = object('an object with "components", "coefficients", "fees" and "taxes"', {
  components: list(component, 1, MAX_COMPONENTS, `a list of 1 to ${MAX_COMPONENTS} components`),
  coefficients,
  fees: list(fee, 0, MAX_FEES, `a list of at most ${MAX_FEES} fees`),
  taxes: list(tax, 0, 10, 'a list of at most 10 taxes and levies'),
});
