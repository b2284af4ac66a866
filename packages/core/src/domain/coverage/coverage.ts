import type { VehicleType } from '../vehicle/vehicle.ts';

/** One guarantee of a coverage, in the words of the contract. */
export interface CoverageProperty {
  readonly label: string;
  readonly description: string | null;
  /** The sum insured, or the maximum paid, in the words of the contract. */
  readonly limit?: string;
  /** The part of each claim that the insured bears. */
  readonly deductible?: string;
}

/** The parts of a charge that a cancellation rule can exclude from refunds. `provider_fee` is the payer's fee. */
export const KEPT_PARTS = ['net', 'fees', 'taxes', 'levies', 'provider_fee'] as const;

/** `keeps` lists the parts of a charge that are not refunded for the unused days. */
export interface CancellationRule {
  readonly keeps: readonly (typeof KEPT_PARTS)[number][];
}

/** An insurance product on offer to all companies (docs/api.md 3.2). The tariff contains the price. */
export interface Coverage {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly vehicleType: VehicleType;
  /** The position in the list. Coverages without a position come last. */
  readonly order: number | null;
  readonly properties: readonly CoverageProperty[];
  /** The insurer's code in the catalogue; absent for the service's own insurer. */
  readonly insurer?: string;
  /** The code of the conditions in the catalogue. */
  readonly conditions?: string;
  /** The intermediary's share of the net premium, in basis points; absent if there is no commission. */
  readonly commission?: number;
  /** If absent, a refund of unused days excludes the tariff's fees and the payer's fee. */
  readonly cancellation?: CancellationRule;
}

/** No coverage on offer has this id. */
export interface CoverageNotFound {
  readonly code: 'coverage_not_found';
}

export const coverageNotFound: CoverageNotFound = { code: 'coverage_not_found' };

const FRENCH = new Intl.Collator('fr');

/** Compares two coverages by name in French order, in which é sorts next to e. */
export const compareNames = (one: Pick<Coverage, 'name'>, other: Pick<Coverage, 'name'>): number =>
  FRENCH.compare(one.name, other.name);

/** The order in which coverages are shown (docs/api.md 3.2). Coverages without a position come last. */
export const byOrderThenName = (one: Coverage, other: Coverage): number =>
  compare(one.order ?? Infinity, other.order ?? Infinity) || compareNames(one, other) || compare(one.id, other.id);

const compare = <Value extends string | number>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
