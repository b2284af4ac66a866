import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, listOf, object, text, textOrNull } from './fields.ts';

/** docs/api.md 6.1. */
export const ERROR = object(
  {
    code: text('The error’s code, for programs.', 'invalid_request'),
    message: text('An explanation for people, with what to do next.', 'The request breaks a rule. See details.'),
  },
  {
    details: {
      ...listOf(
        object({
          field: text('The field, or `body`.', 'startDate'),
          message: text('The rule that it breaks.', 'must be today or later'),
        }),
      ),
      description: 'With `invalid_request`: every field that breaks a rule.',
    },
    vehicleId: text('The existing vehicle.', EXAMPLE.vehicleId),
    paymentId: text('The pending payment.', EXAMPLE.paymentId),
    paymentUrl: textOrNull('The address at which the payer confirms.', 'https://pay.wave.com/c/cos-1b2c3d4e'),
  },
);

/** The body of an error. */
export type ErrorView = FromSchema<typeof ERROR>;
