import { COEFFICIENT_NAMES, MEASURE_NAMES, VALUE_NAMES } from '@vehicle-insurance/core';
import {
  basisPoints,
  byDuration,
  byUsage,
  code,
  coefficient,
  energies,
  francs,
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

const rowsOf = <const Name extends string, const Figure>(name: Name, figure: Figure) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: 50,
    description: 'a list of 1 to 50 rows',
    items: {
      type: 'object',
      properties: {
        energies,
        usages,
        bands: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          description: 'a list of 1 to 100 bands',
          items: {
            type: 'object',
            properties: { upTo, [name]: figure } as { readonly upTo: typeof upTo } & { readonly [N in Name]: Figure },
            required: ['upTo', name],
            additionalProperties: false,
            description: `an object with "upTo" and "${name}"`,
          },
        },
        source,
      },
      required: ['bands'],
      additionalProperties: false,
      description: 'an object with "bands", and "energies" and "usages" where it is not for all of them',
    },
  }) as const;

const price = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  description: 'an object whose "kind" says how the price is found',
  oneOf: [
    {
      type: 'object',
      properties: { kind: { type: 'string', const: 'fixed' }, amount: francs },
      required: ['kind', 'amount'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { kind: { type: 'string', const: 'per_seat' }, amount: francs },
      required: ['kind', 'amount'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        kind: { type: 'string', const: 'lookup' },
        by: { type: 'string', enum: MEASURE_NAMES, description: `one of ${MEASURE_NAMES.join(', ')}` },
        rows: rowsOf('amount', francs),
      },
      required: ['kind', 'by', 'rows'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        kind: { type: 'string', const: 'rate' },
        of: { type: 'string', enum: VALUE_NAMES, description: `one of ${VALUE_NAMES.join(', ')}` },
        rows: rowsOf('basisPoints', basisPoints),
      },
      required: ['kind', 'of', 'rows'],
      additionalProperties: false,
    },
  ],
} as const;

const component = {
  type: 'object',
  properties: {
    code,
    label: words,
    price,
    coefficients: {
      type: 'array',
      items: { type: 'string', enum: COEFFICIENT_NAMES, description: `one of ${COEFFICIENT_NAMES.join(', ')}` },
      uniqueItems: true,
      description: `a list of any of ${COEFFICIENT_NAMES.join(', ')}, empty for none`,
    },
    rounding,
    source,
  },
  required: ['code', 'label', 'price', 'coefficients', 'rounding'],
  additionalProperties: false,
  description: 'an object with "code", "label", "price", "coefficients" and "rounding"',
} as const;

const fee = {
  type: 'object',
  properties: { code, label: words, amounts: byDuration(francs), source },
  required: ['code', 'label', 'amounts'],
  additionalProperties: false,
  description: 'an object with "code", "label" and "amounts"',
} as const;

const charge = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  description: 'an object whose "kind" says how the amount is found',
  oneOf: [
    {
      type: 'object',
      properties: { kind: { type: 'string', const: 'fixed' }, amount: francs },
      required: ['kind', 'amount'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        kind: { type: 'string', const: 'rate' },
        basisPoints,
        appliesTo: {
          type: 'array',
          items: { type: 'string', description: 'the code of a component or fee, or "net", or "fees"' },
          minItems: 1,
          uniqueItems: true,
          description: 'a list of codes of components and fees, or "net" for all components, or "fees" for all fees',
        },
        rounding,
      },
      required: ['kind', 'basisPoints', 'appliesTo', 'rounding'],
      additionalProperties: false,
    },
  ],
} as const;

const tax = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['tax', 'levy'], description: 'one of tax, levy' },
    code,
    label: words,
    charge,
    source,
  },
  required: ['kind', 'code', 'label', 'charge'],
  additionalProperties: false,
  description: 'an object with "kind", "code", "label" and "charge"',
} as const;

const coefficients = {
  type: 'object',
  properties: {
    duration: {
      type: 'object',
      properties: { basisPoints: byDuration(coefficient), source },
      required: ['basisPoints'],
      additionalProperties: false,
      description: 'an object with "basisPoints"',
    },
    usage: {
      type: 'object',
      properties: { basisPoints: byUsage(coefficient), source },
      required: ['basisPoints'],
      additionalProperties: false,
      description: 'an object with "basisPoints"',
    },
  },
  required: ['duration', 'usage'],
  additionalProperties: false,
  description: 'an object with "duration" and "usage"',
} as const;

/** What all coverages for one type of vehicle are priced by. */
export const tariffSchema = {
  type: 'object',
  properties: {
    components: {
      type: 'array',
      items: component,
      minItems: 1,
      maxItems: 30,
      description: 'a list of 1 to 30 components',
    },
    coefficients,
    fees: { type: 'array', items: fee, maxItems: 10, description: 'a list of at most 10 fees' },
    taxes: { type: 'array', items: tax, maxItems: 10, description: 'a list of at most 10 taxes and levies' },
  },
  required: ['components', 'coefficients', 'fees', 'taxes'],
  additionalProperties: false,
  description: 'an object with "components", "coefficients", "fees" and "taxes"',
} as const;
