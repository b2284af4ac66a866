import { parseDate, type LocalDate } from '../../shared/calendar.ts';
import { VEHICLE_BOUNDS } from '../vehicle/vehicle-details.ts';
import { ENERGIES } from '../vehicle/vehicle.ts';
import type { PricedCoverage } from './catalogue.ts';
import type { PricingFacts } from './price-component.ts';
import type { ComponentPrice, MeasureName, Row, Tariff, ValueName } from './tariff.ts';
import { DURATIONS, USAGES } from './terms.ts';

type Quantity = MeasureName | ValueName;

/**
 * The first road date and the start date of every sample. All sample vehicles are new, because the age of a vehicle
 * decides only whether there is a price, never the amount.
 */
const DAY = parseDate('2026-01-01') as LocalDate;

/**
 * A small set of representative vehicles. The set contains every energy, usage and duration. For each quantity that has
 * bands, the set contains the minimum, the highest end of a band, and values beyond this end. Other quantities stay at
 * the minimum, as does the quantity `following`, which the caller varies.
 */
export const sampleFacts = ({ coverage, tariff }: PricedCoverage, following?: string): readonly PricingFacts[] => {
  const extremes = (quantity: Quantity, least: number, greatest?: number) =>
    quantity === following ? [least] : extremesOf(tariff, quantity, least, greatest);
  const power = extremes('power', VEHICLE_BOUNDS.power.min);
  const seats = extremes('seats', VEHICLE_BOUNDS.seats.min);
  const marketValue = extremes('market_value', VEHICLE_BOUNDS.value.min, VEHICLE_BOUNDS.value.max);
  const originalValue = extremes('original_value', VEHICLE_BOUNDS.value.min, VEHICLE_BOUNDS.value.max);
  return all({ energy: ENERGIES, usage: USAGES, duration: DURATIONS, power, seats, marketValue, originalValue }).map(
    ({ usage, duration, ...vehicle }) => ({
      vehicle: { ...vehicle, type: coverage.vehicleType, firstRoadDate: DAY },
      usage,
      duration,
      startDate: DAY,
    }),
  );
};

/** The distinct ends of the bands for this quantity, ascending. */
export const bandEnds = ({ components }: Tariff, quantity: Quantity): readonly number[] => {
  const ends = components
    .flatMap(({ price }) => rowsBy(price, quantity))
    .flatMap(({ bands }) => bands.flatMap(({ upTo }) => upTo ?? []));
  return [...new Set(ends)].sort((a, b) => a - b);
};

const rowsBy = (price: ComponentPrice, quantity: Quantity): readonly Row<unknown>[] => {
  if (price.kind === 'lookup') return price.by === quantity ? price.rows : [];
  if (price.kind === 'rate') return price.of === quantity ? price.rows : [];
  return [];
};

const extremesOf = (tariff: Tariff, quantity: Quantity, least: number, greatest?: number): readonly number[] => {
  const last = bandEnds(tariff, quantity).at(-1);
  const measured = tariff.components.some(({ price }) => rowsBy(price, quantity).length > 0);
  return [
    least,
    ...(last === undefined ? [] : [last, last + 1]),
    ...(measured && greatest !== undefined ? [greatest] : []),
  ];
};

type Choices = Readonly<Record<string, readonly (string | number)[]>>;
type Chosen<C extends Choices> = { readonly [K in keyof C]: C[K][number] };

/** Every combination of one value from each list. */
const all = <const C extends Choices>(choices: C): readonly Chosen<C>[] =>
  Object.entries(choices).reduce<readonly object[]>(
    (chosen, [name, values]) => chosen.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as readonly Chosen<C>[];
