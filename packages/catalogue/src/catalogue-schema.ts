import { KEPT_PARTS, VEHICLE_TYPES } from '@vehicle-insurance/core';
import {
  basisPoints,
  byDuration,
  code,
  description,
  francs,
  list,
  object,
  oneOf,
  source,
  words,
} from './figures-schema.ts';
import { conditionsSchema, insurersSchema, translationsSchema } from './papers-schema.ts';
import { MAX_COMPONENTS, tariffSchema } from './tariff-schema.ts';

const property = object(
  'an object with "label" and "description"',
  { label: words, description, limit: words, deductible: words },
  'limit',
  'deductible',
);

const minimumPremium = {
  ...object(
    'an object with "label" and "amounts", or null for none',
    { label: words, amounts: byDuration(francs), source },
    'source',
  ),
  type: ['object', 'null'],
} as const;

const cancellation = object('an object that lists what is kept when a contract is cancelled', {
  keeps: {
    ...list(oneOf(KEPT_PARTS), 0, KEPT_PARTS.length, `a list of parts of the charge: ${KEPT_PARTS.join(', ')}`),
    uniqueItems: true,
  },
});

const coverage = object(
  'an object that describes a coverage',
  {
    id: {
      type: 'string',
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      description: 'a UUID in lower case, the same in every version of the catalogue',
    },
    name: words,
    description,
    vehicleType: oneOf(VEHICLE_TYPES),
    order: {
      type: ['integer', 'null'],
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'a whole number, its place in the list, or null to come last',
    },
    properties: list(property, 0, 50, 'a list of at most 50 things covered'),
    greatestVehicleAge: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 200,
      description: 'a whole number of completed years from 0 to 200, or null for any age',
    },
    components: {
      ...list(code, 1, MAX_COMPONENTS, 'a list of codes of components of its tariff'),
      uniqueItems: true,
    },
    minimumPremium,
    insurer: code,
    conditions: code,
    commission: basisPoints,
    cancellation,
    source,
  },
  'insurer',
  'conditions',
  'commission',
  'cancellation',
  'source',
);

const tariffs = object(
  'an object with a tariff for each vehicle type: auto, bike',
  { auto: tariffSchema, bike: tariffSchema },
  'auto',
  'bike',
);

/** The shape of a catalogue file. `meaning-problems.ts` contains the rules that a schema cannot express. */
export const catalogueSchema = object(
  'an object with "name", "tariffs" and "coverages"',
  {
    name: words,
    notes: list(
      { type: 'string', minLength: 1, description: 'a text' },
      0,
      1_000,
      'a list of at most 1 000 texts for readers of the file',
    ),
    insurers: insurersSchema,
    conditions: conditionsSchema,
    tariffs,
    coverages: list(coverage, 1, 200, 'a list of 1 to 200 coverages'),
    translations: translationsSchema,
  },
  'notes',
  'insurers',
  'conditions',
  'translations',
);
