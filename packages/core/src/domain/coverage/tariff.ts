import type { Francs, Rounding } from '../../shared/money.ts';
import type { Energy } from '../vehicle/vehicle.ts';
import type { Duration, Usage } from './terms.ts';

/** A share in whole basis points, without rounding: 1 450 is 14.5 %. */
export type BasisPoints = number;

/** The source of a figure, for human readers only. */
interface Sourced {
  readonly source?: string;
}

/**
 * The pricing of a coverage, as data. The components add up to the net premium, which the minimum may raise. Fees are
 * added. Taxes and levies are charged on the lines that they name.
 */
export interface Tariff {
  /** Age limit in completed years, from first registration to the first day of cover; null if there is no limit. */
  readonly greatestVehicleAge: number | null;
  readonly components: readonly Component[];
  readonly coefficients: Coefficients;
  /** The minimum net premium, if any. */
  readonly minimumPremium: MinimumPremium | null;
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
}

/** A part of the net premium, usually one guarantee: its price times its coefficients, rounded once. */
export interface Component extends Sourced {
  readonly code: string;
  /** French, printed on the contract. */
  readonly label: string;
  readonly price: ComponentPrice;
  readonly coefficients: readonly CoefficientName[];
  readonly rounding: Rounding;
}

/** How the price of a component is determined. A vehicle without a matching row or band has no price. */
export type ComponentPrice =
  | { readonly kind: 'fixed'; readonly amount: Francs }
  | { readonly kind: 'per_seat'; readonly amount: Francs }
  | { readonly kind: 'lookup'; readonly by: MeasureName; readonly rows: readonly Row<{ readonly amount: Francs }>[] }
  | {
      readonly kind: 'rate';
      readonly of: ValueName;
      readonly rows: readonly Row<{ readonly basisPoints: BasisPoints }>[];
    };

/** The quantities by which a lookup can find its band. */
export const MEASURE_NAMES = ['power', 'seats'] as const;
/** The quantity by which a lookup finds its band. */
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** The values to which a rate can apply. */
export const VALUE_NAMES = ['market_value', 'original_value'] as const;
/** The value to which a rate applies, and by which it finds its band. */
export type ValueName = (typeof VALUE_NAMES)[number];

/** Bands for some energies and usages; an absent list means all of them. At most one row matches a vehicle. */
export interface Row<Figure> extends Sourced {
  readonly energies?: readonly Energy[];
  readonly usages?: readonly Usage[];
  readonly bands: readonly Band<Figure>[];
}

/**
 * A band begins where the previous one ends, so that bands neither overlap nor leave gaps. `upTo` is null if there is
 * no upper bound.
 */
export type Band<Figure> = Figure & { readonly upTo: number | null };

/** The factors applied to the components that list them. */
export interface Coefficients {
  readonly duration: Sourced & { readonly basisPoints: ByDuration<BasisPoints> };
  readonly usage: Sourced & { readonly basisPoints: Readonly<Record<Usage, BasisPoints>> };
}

/** The coefficients that a component can list. */
export const COEFFICIENT_NAMES = ['duration', 'usage'] as const satisfies readonly (keyof Coefficients)[];
/** A coefficient by its name. */
export type CoefficientName = (typeof COEFFICIENT_NAMES)[number];

/** One figure for each duration. */
export type ByDuration<Value> = Readonly<Record<Duration, Value>>;

/** The minimum net premium by duration. The shortfall of the components becomes a separate line of the net premium. */
export interface MinimumPremium extends Sourced {
  readonly label: string;
  readonly amounts: ByDuration<Francs>;
}

/** The insurer's fee for the contract itself, on top of the net premium. */
export interface Fee extends Sourced {
  readonly code: string;
  readonly label: string;
  readonly amounts: ByDuration<Francs>;
}

/** A tax or levy. Taxes and levies are never charged on one another. */
export interface Tax extends Sourced {
  readonly kind: 'tax' | 'levy';
  readonly code: string;
  readonly label: string;
  readonly charge: TaxCharge;
}

/** How the amount of a tax or levy is computed. */
export type TaxCharge =
  | { readonly kind: 'fixed'; readonly amount: Francs }
  | {
      readonly kind: 'rate';
      readonly basisPoints: BasisPoints;
      /** Codes of components and fees, or `net` for the whole net premium, or `fees` for all fees. */
      readonly appliesTo: readonly string[];
      readonly rounding: Rounding;
    };

/** In `appliesTo`: the whole net premium. */
export const NET_PREMIUM = 'net';
/** In `appliesTo`: all fees. */
export const ALL_FEES = 'fees';
/** The line that raises the net premium to its minimum. */
export const MINIMUM_LINE = 'minimum';

/** The liability component, whose amount is reported to the authority separately. */
export const LIABILITY_CODE = 'rc';

/** The levy for the victims of uninsured vehicles. */
export const GUARANTEE_FUND_CODE = 'fga';

/** The levy for accidents in other countries of the region. */
export const BROWN_CARD_CODE = 'brown_card';

/** The levies that are passed on to a fund: each is reported to the authority separately and has its own account. */
export const FUNDED_CODES: readonly string[] = [GUARANTEE_FUND_CODE, BROWN_CARD_CODE];

/** The codes of groups of lines and of the line for the minimum. No component, fee or tax may use them. */
export const RESERVED_CODES: readonly string[] = [NET_PREMIUM, ALL_FEES, MINIMUM_LINE];
