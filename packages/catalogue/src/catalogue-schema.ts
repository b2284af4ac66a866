import { VEHICLE_TYPES } from '@vehicle-insurance/core';
import { byDuration, code, description, francs, source, words } from './figures-schema.ts';
import { tariffSchema } from './tariff-schema.ts';

const property = {
  type: 'object',
  properties: { label: words, description },
  required: ['label', 'description'],
  additionalProperties: false,
  description: 'an object with "label" and "description"',
} as const;

const coverage = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      description: 'a UUID in lower case, the same in every version of the catalogue',
    },
    name: words,
    description,
    vehicleType: { type: 'string', enum: VEHICLE_TYPES, description: `one of ${VEHICLE_TYPES.join(', ')}` },
    order: {
      type: ['integer', 'null'],
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'a whole number, its place in the list, or null to come last',
    },
    properties: {
      type: 'array',
      items: property,
      maxItems: 50,
      description: 'a list of at most 50 things covered',
    },
    greatestVehicleAge: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 200,
      description: 'a whole number of completed years from 0 to 200, or null for any age',
    },
    components: {
      type: 'array',
      items: code,
      minItems: 1,
      uniqueItems: true,
      description: 'a list of codes of components of its tariff',
    },
    minimumPremium: {
      type: ['object', 'null'],
      properties: { label: words, amounts: byDuration(francs), source },
      required: ['label', 'amounts'],
      additionalProperties: false,
      description: 'an object with "label" and "amounts", or null for none',
    },
    source,
  },
  required: [
    'id',
    'name',
    'description',
    'vehicleType',
    'order',
    'properties',
    'greatestVehicleAge',
    'components',
    'minimumPremium',
  ],
  additionalProperties: false,
  description: 'an object that describes a coverage',
} as const;

/** The shape of a catalogue file. What a shape cannot say is in `meaning-problems.ts`. */
export const catalogueSchema = {
  type: 'object',
  properties: {
    name: words,
    notes: {
      type: 'array',
      items: { type: 'string', minLength: 1, description: 'a text' },
      description: 'a list of texts for whoever reads the file',
    },
    tariffs: {
      type: 'object',
      properties: { auto: tariffSchema, bike: tariffSchema },
      additionalProperties: false,
      description: 'an object with a tariff for each vehicle type: auto, bike',
    },
    coverages: {
      type: 'array',
      items: coverage,
      minItems: 1,
      maxItems: 200,
      description: 'a list of 1 to 200 coverages',
    },
  },
  required: ['name', 'tariffs', 'coverages'],
  additionalProperties: false,
  description: 'an object with "name", "tariffs" and "coverages"',
} as const;
