import { basisPoints, commonMultiple, roundUpTo, shareOf, sum, type Francs } from '../../shared/money.ts';

/** The fees that the payer is charged for the provider's service. Configured for each deployment. */
export interface FeeSchedule {
  /** Share of the premium: 100 is 1 %. */
  readonly basisPoints: number;
  readonly fixed: Francs;
  readonly minimum: Francs;
  /** Limits the fees before the charge is rounded up to the step. Null if there is no limit. */
  readonly maximum: Francs | null;
  /** The charge is rounded up to a multiple of this step and of the provider's step. */
  readonly step: Francs;
}

/** The premium (`amount`) and the payer's fee (`fees`). The payer pays the sum of both. */
export interface Charge {
  readonly amount: Francs;
  readonly fees: Francs;
}

/**
 * The charge for a premium. The fees are rounded up, and then raised until the charge is a multiple of both steps, even
 * if the fees then exceed the maximum.
 */
export const chargeFor = (premium: Francs, schedule: FeeSchedule, providerStep: Francs = 1): Charge => {
  const share = sum([shareOf(premium, basisPoints(schedule.basisPoints), 'up'), schedule.fixed]);
  const fees = Math.min(Math.max(share, schedule.minimum), schedule.maximum ?? Infinity);
  const step = commonMultiple(schedule.step, providerStep);
  return { amount: premium, fees: roundUpTo(sum([premium, fees]), step) - premium };
};
