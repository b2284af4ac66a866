import type { Francs, Rounding } from '../../shared/money.ts';
import type { Energy } from '../vehicle/vehicle.ts';
import type { Duration, Usage } from './terms.ts';

/** A share in basis points, always a whole number: 1 450 is 14.5 %. */
export type BasisPoints = number;

/** A part of a tariff, with an optional source for its numbers. The source is for human readers only. */
interface Sourced {
  readonly source?: string;
}

/**
 * The pricing of a coverage, as data. The components add up to the net premium, which the minimum premium may raise.
 * Fees are added to the net premium. Taxes and levies come last.
 */
export interface Tariff {
  /** Age limit in completed years, from first registration to the first day of cover; null if there is no limit. */
  readonly greatestVehicleAge: number | null;
  readonly components: readonly Component[];
  readonly coefficients: Coefficients;
  readonly minimumPremium: MinimumPremium | null;
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
}

/** A part of the net premium, usually one guarantee. Its price times its coefficients is rounded once. */
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
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** The values to which a rate can apply. */
export const VALUE_NAMES = ['market_value', 'original_value'] as const;
/** The value to which a rate applies. The value also determines the band. */
export type ValueName = (typeof VALUE_NAMES)[number];

/**
 * Bands for some energies and usages. Without `energies`, the row applies to all energies; the same holds for `usages`.
 * At most one row matches a vehicle and its usage.
 */
export interface Row<Figure> extends Sourced {
  readonly energies?: readonly Energy[];
  readonly usages?: readonly Usage[];
  readonly bands: readonly Band<Figure>[];
}

/** A band begins after the previous band's `upTo` and includes its own `upTo`. Null means no upper bound. */
export type Band<Figure> = Figure & { readonly upTo: number | null };

/** The coefficients by duration and by usage. Each component lists the coefficients that apply to the component. */
export interface Coefficients {
  readonly duration: Sourced & { readonly basisPoints: ByDuration<BasisPoints> };
  readonly usage: Sourced & { readonly basisPoints: Readonly<Record<Usage, BasisPoints>> };
}

/** The coefficients that a component can list. */
export const COEFFICIENT_NAMES = ['duration', 'usage'] as const satisfies readonly (keyof Coefficients)[];
export type CoefficientName = (typeof COEFFICIENT_NAMES)[number];

export type ByDuration<Value> = Readonly<Record<Duration, Value>>;

/** The minimum net premium by duration. If the components add up to less, the difference becomes a separate line. */
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

export type TaxCharge =
  | { readonly kind: 'fixed'; readonly amount: Francs }
  | {
      readonly kind: 'rate';
      readonly basisPoints: BasisPoints;
      /**
       * The codes of the taxed components and fees. `net` stands for the whole net premium, and `fees` for all fees.
       */
      readonly appliesTo: readonly string[];
      readonly rounding: Rounding;
    };

/** In `appliesTo`: the whole net premium. */
export const NET_PREMIUM = 'net';
/** In `appliesTo`: all fees. */
export const ALL_FEES = 'fees';
/** The line that raises the net premium to its minimum. */
export const MINIMUM_LINE = 'minimum';

/** The component for third-party liability. The service reports the component's amount to the authority separately. */
export const LIABILITY_CODE = 'rc';

/** The levy for the victims of uninsured vehicles. */
export const GUARANTEE_FUND_CODE = 'fga';

/** The levy for accidents in other countries of the region. */
export const BROWN_CARD_CODE = 'brown_card';

/**
 * The levies for a fund. The service reports each levy to the authority separately, and books each levy on a separate
 * account.
 */
export const FUNDED_CODES: readonly string[] = [GUARANTEE_FUND_CODE, BROWN_CARD_CODE];

/**
 * The codes of groups of lines, and of the line for the minimum premium. A component, fee or tax must not use a
 * reserved code.
 */
export const RESERVED_CODES: readonly string[] = [NET_PREMIUM, ALL_FEES, MINIMUM_LINE];
