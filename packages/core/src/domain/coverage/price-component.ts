import type { LocalDate } from '../../shared/calendar.ts';
import { basisPoints } from '../../shared/money.ts';
import type { VehicleDetails } from '../vehicle/vehicle.ts';
import { amountOf, type Basis, type Factor, type PremiumLine } from './premium.ts';
import type {
  Band,
  CoefficientName,
  Coefficients,
  Component,
  ComponentPrice,
  MeasureName,
  Row,
  ValueName,
} from './tariff.ts';
import type { Duration, Usage } from './terms.ts';

/** The facts, besides the tariff, on which a premium depends. */
export interface PricingFacts {
  readonly vehicle: Pick<
    VehicleDetails,
    'type' | 'firstRoadDate' | 'originalValue' | 'marketValue' | 'energy' | 'power' | 'seats'
  >;
  readonly duration: Duration;
  readonly usage: Usage;
  readonly startDate: LocalDate;
}

/** The field of a vehicle for each quantity that a tariff can use. */
export const MEASURED_FIELDS = {
  power: 'power',
  seats: 'seats',
  market_value: 'marketValue',
  original_value: 'originalValue',
} as const satisfies Readonly<Record<MeasureName | ValueName, keyof PricingFacts['vehicle']>>;

/** The line of a component; undefined if the tariff has no price for these facts. */
export const priceComponent = (
  { code, label, price, coefficients: asked, rounding }: Component,
  coefficients: Coefficients,
  facts: PricingFacts,
): PremiumLine | undefined => {
  const start = startingPoint(price, facts);
  if (!start) return undefined;
  const basis: Basis = {
    ...start,
    factors: [...start.factors, ...asked.map((name) => coefficient(name, coefficients, facts))],
    rounding,
  };
  return { code, label, kind: 'component', amount: amountOf(basis), basis };
};

const startingPoint = (price: ComponentPrice, facts: PricingFacts): Omit<Basis, 'rounding'> | undefined => {
  switch (price.kind) {
    case 'fixed':
      return { of: 'tariff', amount: price.amount, factors: [] };
    case 'per_seat':
      return { of: 'tariff', amount: price.amount, factors: [{ name: 'seats', parts: facts.vehicle.seats, of: 1 }] };
    case 'lookup': {
      const band = bandFor(price.rows, facts, measure(facts, price.by));
      return band && { of: 'tariff', amount: band.amount, factors: [] };
    }
    case 'rate': {
      const value = measure(facts, price.of);
      const band = bandFor(price.rows, facts, value);
      return band && { of: price.of, amount: value, factors: [{ name: 'rate', ...basisPoints(band.basisPoints) }] };
    }
  }
};

const measure = ({ vehicle }: PricingFacts, name: MeasureName | ValueName): number => vehicle[MEASURED_FIELDS[name]];

const bandFor = <Figure>(
  rows: readonly Row<Figure>[],
  facts: PricingFacts,
  measured: number,
): Band<Figure> | undefined =>
  rows
    .find(({ energies, usages }) => concerns(energies, facts.vehicle.energy) && concerns(usages, facts.usage))
    ?.bands.find(({ upTo }) => upTo === null || measured <= upTo);

const concerns = <Value>(list: readonly Value[] | undefined, value: Value): boolean => list?.includes(value) ?? true;

const coefficient = (name: CoefficientName, { duration, usage }: Coefficients, facts: PricingFacts): Factor =>
  name === 'duration'
    ? { name, ...basisPoints(duration.basisPoints[facts.duration]) }
    : { name, ...basisPoints(usage.basisPoints[facts.usage]) };
