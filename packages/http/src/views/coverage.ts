import { VEHICLE_TYPES, type Coverage } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, listOf, object, oneOf, text, textOrNull } from './fields.ts';

const PROPERTY = object({
  label: text('One guarantee.', 'Responsabilité civile'),
  description: textOrNull('Details of the guarantee.', 'Dommages causés aux tiers.'),
});

const SHARED = {
  id: text('Passed as `coverageId` when quoting.', EXAMPLE.coverageId),
  name: text('Name.', 'Tiers'),
  description: textOrNull('The purpose of the coverage.', 'La couverture obligatoire.'),
  order: {
    type: ['integer', 'null'],
    description: 'Place in the list; coverages without a place come last.',
    examples: [1],
  },
  properties: listOf(PROPERTY),
} as const;

/** docs/api.md 3.2. */
export const COVERAGE = object({
  ...SHARED,
  vehicleType: oneOf(VEHICLE_TYPES, 'The type of vehicle that it insures.'),
});

/** A coverage as stored with a quote. */
export const QUOTED_COVERAGE = object(SHARED);

/** A coverage in a response. */
export type CoverageView = FromSchema<typeof COVERAGE>;
export type QuotedCoverageView = FromSchema<typeof QUOTED_COVERAGE>;

/** The coverage at the time of pricing. */
export const quotedCoverageView = ({ id, name, description, order, properties }: Coverage): QuotedCoverageView => ({
  id,
  name,
  description,
  order,
  properties: properties.map(({ label, description: more }) => ({ label, description: more })),
});

/** A coverage on offer. */
export const coverageView = (coverage: Coverage): CoverageView => ({
  ...quotedCoverageView(coverage),
  vehicleType: coverage.vehicleType,
});
