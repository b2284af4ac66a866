import type { VehicleType } from '../vehicle/vehicle.ts';

/** One thing a coverage covers, in the words of the contract. */
export interface CoverageProperty {
  readonly label: string;
  readonly description: string | null;
  /** The sum insured, or the most that is paid, as the contract words it. */
  readonly limit?: string;
  /** What the insured bears of each claim. */
  readonly deductible?: string;
}

/** What a vehicle can be insured under (docs/api.md 3.2). Shared by all companies; its price is in its tariff. */
export interface Coverage {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly vehicleType: VehicleType;
  /** Place in the list; null comes last. */
  readonly order: number | null;
  readonly properties: readonly CoverageProperty[];
  /** Code of the insurer in its catalogue; left out where it is the service's own. */
  readonly insurer?: string;
  /** Code of its conditions in its catalogue. */
  readonly conditions?: string;
  /** The intermediary's share of the net premium, in basis points; left out where there is none. */
  readonly commission?: number;
}

/** No coverage on offer has this id. */
export interface CoverageNotFound {
  readonly code: 'coverage_not_found';
}

/** The refusal itself, which has no details. */
export const coverageNotFound: CoverageNotFound = { code: 'coverage_not_found' };

const FRENCH = new Intl.Collator('fr');

/** The order of two coverages by their names, as a French reader looks for them: é beside e. */
export const compareNames = (one: Pick<Coverage, 'name'>, other: Pick<Coverage, 'name'>): number =>
  FRENCH.compare(one.name, other.name);

/** The order in which coverages are shown (docs/api.md 3.2); those without a place come last. */
export const byOrderThenName = (one: Coverage, other: Coverage): number =>
  compare(one.order ?? Infinity, other.order ?? Infinity) || compareNames(one, other) || compare(one.id, other.id);

const compare = <Value extends string | number>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
