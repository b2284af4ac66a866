import { section } from '../section.ts';
import { whole } from '../variable.ts';

const GREATEST_FEE = 1_000_000;

export const FEES = section({
  title: 'Fees',
  properties: {
    FEE_BASIS_POINTS: whole('Share of the premium that the payer pays as a fee: 100 is 1 %.', 0, 10_000, 100),
    FEE_FIXED: whole('Fixed part of the fee, in francs.', 0, GREATEST_FEE, 0),
    FEE_MINIMUM: whole('Minimum fee, in francs.', 0, GREATEST_FEE, 0),
    FEE_MAXIMUM: {
      type: 'integer',
      minimum: 0,
      maximum: GREATEST_FEE,
      description: 'Maximum fee, in francs. Default: none.',
    },
    FEE_STEP: whole('The charged amount is rounded up to a multiple of this number.', 1, 1000, 1),
  },
  invalid: ({ FEE_MINIMUM, FEE_MAXIMUM }) =>
    FEE_MINIMUM !== undefined && FEE_MAXIMUM !== undefined && FEE_MINIMUM > FEE_MAXIMUM
      ? [`FEE_MINIMUM (${FEE_MINIMUM}) must not exceed FEE_MAXIMUM (${FEE_MAXIMUM}): correct one of them.`]
      : [],
});
