import type { Length, Range } from '@vehicle-insurance/core';
import type { JSONSchema } from 'json-schema-to-ts';

/**
 * Examples that the document shows in several places. Every sandbox has this vehicle and this coverage, so that an
 * example request works unchanged.
 */
export const EXAMPLE = {
  vehicleId: '01981c2e-6400-7a10-8d01-000000000001',
  coverageId: '01981c2e-6400-7a10-8c01-000000000001',
  quoteId: '019a2f70-11aa-7c32-8d5e-6f708192a3b4',
  paymentId: '019a2f72-5b44-7e10-a1b2-c3d4e5f60718',
  contractId: '019a2f75-3c01-7aaf-b0c1-d2e3f4051627',
  companyId: '019a2f6e-0a10-7b22-8c33-4d5e6f708192',
  keyId: '019a2f6f-2b21-7c33-8d44-5e6f708192a3',
  /** Used unless a clock determines a day in the future. */
  startDate: '2026-03-15',
} as const;

type Properties = Readonly<Record<string, JSONSchema>>;

/**
 * The schema of an object with required fields (`always`) and optional fields (`maybe`). The schema is closed, so that
 * its type has no index signature. The published document leaves the schema open.
 */
export const object = <const Always extends Properties, const Maybe extends Properties = Record<never, never>>(
  always: Always,
  maybe?: Maybe,
) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(always) as readonly (keyof Always & string)[],
    properties: { ...always, ...maybe } as Always & Maybe,
  }) as const;

export const text = (description: string, example: string) =>
  ({ type: 'string', description, examples: [example] }) as const;

/** A text whose length the domain limits. */
export const boundedText = ({ min, max }: Length, description: string, example: string) =>
  ({ ...text(description, example), minLength: min, maxLength: max }) as const;

export const textOrNull = (description: string, example: string) =>
  ({ type: ['string', 'null'], description, examples: [example] }) as const;

export const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  ({ type: 'string', enum: values, description }) as const;

export const oneInteger = <const Values extends readonly number[]>(values: Values, description: string) =>
  ({ type: 'integer', enum: values, description }) as const;

export const integer = (description: string, example: number) =>
  ({ type: 'integer', description, examples: [example] }) as const;

/** A whole number whose range the domain limits. */
export const boundedInteger = ({ min, max }: Range, description: string, example: number) =>
  ({ ...integer(description, example), minimum: min, maximum: max }) as const;

export const date = (description: string, example: string) =>
  ({ ...text(`${description} \`YYYY-MM-DD\`.`, example), format: 'date' }) as const;

export const timestamp = (description: string) =>
  ({ ...text(`${description} ISO 8601, UTC.`, '2026-03-02T09:30:00.000Z'), format: 'date-time' }) as const;

export const timestampOrNull = (description: string) =>
  ({ ...textOrNull(`${description} ISO 8601, UTC.`, '2026-03-02T09:31:12.000Z'), format: 'date-time' }) as const;

export const orNull = <const Schema extends JSONSchema>(schema: Schema) =>
  ({ anyOf: [schema, { type: 'null' }] }) as const;

export const listOf = <const Schema extends JSONSchema>(schema: Schema) => ({ type: 'array', items: schema }) as const;
