import { basisPoints, roundUpTo, shareOf, sum, type Francs } from '../kernel/money.ts';

/** What the provider's service costs the payer. Configuration, not code. */
export interface FeeSchedule {
  /** Share of the premium: 100 is 1 %. */
  readonly basisPoints: number;
  readonly fixed: Francs;
  readonly minimum: Francs;
  /** Null: no upper bound. */
  readonly maximum: Francs | null;
  /** The charged amount is a multiple of this; 1 where the provider takes any amount. */
  readonly step: Francs;
}

/** Amount, fees, and what the payer is asked for: always their sum. */
export interface Charge {
  readonly amount: Francs;
  readonly fees: Francs;
}

/** The charge for a premium: fees are rounded up, then the whole to the provider's step; `fees` is the difference. */
export const chargeFor = (premium: Francs, schedule: FeeSchedule): Charge => {
  const share = sum([shareOf(premium, basisPoints(schedule.basisPoints), 'up'), schedule.fixed]);
  const fees = Math.min(Math.max(share, schedule.minimum), schedule.maximum ?? Infinity);
  return { amount: premium, fees: roundUpTo(sum([premium, fees]), schedule.step) - premium };
};
