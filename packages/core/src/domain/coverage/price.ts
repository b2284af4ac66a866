import { completedYears } from '../../shared/calendar.ts';
import type { Message } from '../../shared/message.ts';
import { basisPoints } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { Coverage } from './coverage.ts';
import { amountOf, premiumOf, totalOf, type Basis, type Premium, type PremiumLine } from './premium.ts';
import { priceComponent, type PricingFacts } from './price-component.ts';
import { ALL_FEES, MINIMUM_LINE, NET_PREMIUM, type Fee, type MinimumPremium, type Tariff, type Tax } from './tariff.ts';
import type { Duration } from './terms.ts';

/** Why a vehicle cannot have a coverage. The reasons are checked in this order. */
export type Unavailability = 'other_vehicle_type' | 'vehicle_too_old' | 'not_priced';

/** The coverage exists, but not for this vehicle, usage and date (docs/api.md 6.1). */
export interface CoverageNotAvailable {
  readonly code: 'coverage_not_available';
  readonly reason: Unavailability;
}

/** The messages for callers, who can show them to their clients. */
export const UNAVAILABILITY_MESSAGES = {
  other_vehicle_type: {
    en: 'This coverage is for the other vehicle type. Choose a coverage made for this type of vehicle.',
    fr: 'Cette formule est prévue pour l’autre type de véhicule. Choisissez une formule prévue pour ce véhicule.',
  },
  vehicle_too_old: {
    en: 'On the start date the vehicle is too old for this coverage. Choose a coverage that accepts older vehicles.',
    fr: 'À la date d’effet, le véhicule sera trop ancien pour cette formule. Choisissez une formule qui accepte les véhicules plus anciens.',
  },
  not_priced: {
    en: 'This coverage has no price for this vehicle and usage, so it cannot be quoted through this API. Choose another coverage.',
    fr: 'Cette formule n’a pas de tarif pour ce véhicule et cet usage : cette API ne peut pas établir le devis. Choisissez une autre formule.',
  },
} as const satisfies Readonly<Record<Unavailability, Message>>;

/**
 * Computes the premium of a coverage from its tariff. Each line is computed exactly and rounded once, as the tariff
 * prescribes.
 */
export const price = (
  coverage: Coverage,
  tariff: Tariff,
  facts: PricingFacts,
): Result<Premium, CoverageNotAvailable> => {
  if (facts.vehicle.type !== coverage.vehicleType) return notAvailable('other_vehicle_type');
  if (isTooOld(tariff, facts)) return notAvailable('vehicle_too_old');

  const components = tariff.components.map((component) => priceComponent(component, tariff.coefficients, facts));
  if (!components.every((line) => line !== undefined)) return notAvailable('not_priced');

  const net = raiseToMinimum(tariff.minimumPremium, components, facts.duration);
  const taxable = [...net, ...tariff.fees.map((fee) => feeLine(fee, facts.duration))];
  return Ok(premiumOf([...taxable, ...tariff.taxes.map((tax) => taxLine(tax, taxable))]));
};

const notAvailable = (reason: Unavailability) => Err<CoverageNotAvailable>({ code: 'coverage_not_available', reason });

const isTooOld = ({ greatestVehicleAge }: Tariff, { vehicle, startDate }: PricingFacts): boolean =>
  greatestVehicleAge !== null && completedYears(vehicle.firstRoadDate, startDate) > greatestVehicleAge;

const raiseToMinimum = (
  minimum: MinimumPremium | null,
  components: readonly PremiumLine[],
  duration: Duration,
): readonly PremiumLine[] => {
  const lacking = minimum ? minimum.amounts[duration] - totalOf(components) : 0;
  return minimum && lacking > 0
    ? [...components, { code: MINIMUM_LINE, label: minimum.label, kind: 'adjustment', amount: lacking, basis: null }]
    : components;
};

const feeLine = ({ code, label, amounts }: Fee, duration: Duration): PremiumLine => ({
  code,
  label,
  kind: 'fee',
  amount: amounts[duration],
  basis: null,
});

const taxLine = ({ code, label, kind, charge }: Tax, taxable: readonly PremiumLine[]): PremiumLine => {
  if (charge.kind === 'fixed') return { code, label, kind, amount: charge.amount, basis: null };
  const lines = taxable.filter((line) => isTaxed(line, charge.appliesTo));
  const basis: Basis = {
    of: lines.map((line) => line.code),
    amount: totalOf(lines),
    factors: [{ name: 'rate', ...basisPoints(charge.basisPoints) }],
    rounding: charge.rounding,
  };
  return { code, label, kind, amount: amountOf(basis), basis };
};

/** A line is taxed once, even if the tax names both the line's code and the line's group. */
const isTaxed = ({ code, kind }: PremiumLine, appliesTo: readonly string[]): boolean =>
  appliesTo.includes(code) || appliesTo.includes(kind === 'fee' ? ALL_FEES : NET_PREMIUM);
