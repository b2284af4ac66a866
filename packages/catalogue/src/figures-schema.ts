import { DURATIONS, ENERGIES, USAGES } from '@vehicle-insurance/core';

// A `description` is what the author of a file is told when a figure is something else: it completes "must be …".
// The bounds keep every premium a safe integer: 30 components of 10^12 × 100 % × 500 % × 500 %, and 10 taxes of 100 %
// on top, come to 8.25 × 10^15.

export const francs = {
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'a whole number of francs from 0 to 1 000 000 000',
} as const;

export const basisPoints = {
  type: 'integer',
  minimum: 0,
  maximum: 10_000,
  description: 'a whole number of basis points from 0 to 10 000 (1 450 is 14.5 %)',
} as const;

export const coefficient = {
  type: 'integer',
  minimum: 0,
  maximum: 50_000,
  description: 'a whole number of basis points from 0 to 50 000 (2 800 is 28 %, 13 000 is 130 %)',
} as const;

export const code = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,39}$',
  description: 'a code of at most 40 lower-case letters, digits and "_" that begins with a letter',
} as const;

export const words = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'a text of 1 to 200 characters',
} as const;

export const description = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 1000,
  description: 'a text of 1 to 1 000 characters, or null',
} as const;

export const source = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  description: 'a text of 1 to 1 000 characters that says where the figure comes from',
} as const;

export const rounding = {
  type: 'string',
  enum: ['half_up', 'up', 'down'],
  description: 'one of half_up, up, down',
} as const;

export const energies = {
  type: 'array',
  items: { type: 'string', enum: ENERGIES, description: `one of ${ENERGIES.join(', ')}` },
  minItems: 1,
  uniqueItems: true,
  description: `a list of one or more of ${ENERGIES.join(', ')}; leave it out for all`,
} as const;

export const usages = {
  type: 'array',
  items: { type: 'string', enum: USAGES, description: `one of ${USAGES.join(', ')}` },
  minItems: 1,
  uniqueItems: true,
  description: `a list of one or more of ${USAGES.join(', ')}; leave it out for all`,
} as const;

/** One figure for each duration: none may be forgotten. */
export const byDuration = <const Figure>(figure: Figure) =>
  ({
    type: 'object',
    properties: { 3: figure, 6: figure, 12: figure },
    required: ['3', '6', '12'],
    additionalProperties: false,
    description: `an object with a figure for each duration: ${DURATIONS.join(', ')}`,
  }) as const;

/** One figure for each usage. */
export const byUsage = <const Figure>(figure: Figure) =>
  ({
    type: 'object',
    properties: { pleasure: figure, renting: figure },
    required: ['pleasure', 'renting'],
    additionalProperties: false,
    description: `an object with a figure for each usage: ${USAGES.join(', ')}`,
  }) as const;
