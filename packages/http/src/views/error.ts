import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, listOf, object, text, textOrNull } from './fields.ts';

/** docs/api.md 6.1. */
export const ERROR = object(
  {
    code: text('What went wrong, for programs.', 'invalid_request'),
    message: text('What went wrong and what to do next, for people.', 'The request breaks a rule. See details.'),
  },
  {
    details: {
      ...listOf(
        object({
          field: text('The field, or `body`.', 'startDate'),
          message: text('What it must be.', 'must be today or later'),
        }),
      ),
      description: 'With `invalid_request`: every field that breaks a rule.',
    },
    vehicleId: text('The vehicle in the way.', EXAMPLE.vehicleId),
    paymentId: text('The payment that is waiting.', EXAMPLE.paymentId),
    paymentUrl: textOrNull('Where its payer confirms.', 'https://pay.wave.com/c/cos-1b2c3d4e'),
  },
);

/** The body of an error. */
export type ErrorView = FromSchema<typeof ERROR>;
