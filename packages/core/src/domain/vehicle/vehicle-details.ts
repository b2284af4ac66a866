import { calendarDate, type LocalDate } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok } from '../../shared/result.ts';
import {
  exactText,
  integer,
  oneOf,
  optional,
  text,
  type Length,
  type Range,
  type Rule,
  type ValuesOf,
} from '../../shared/rules.ts';
import { licencePlate } from './licence-plate.ts';
import { ENERGIES, VEHICLE_TYPES, type VehicleDetails } from './vehicle.ts';

const GREATEST = 10 ** 12;

/** The bounds of a vehicle's details (docs/api.md 5.1), both inclusive. */
export const VEHICLE_BOUNDS = {
  /** The length of the caller's own reference, in characters. */
  externalId: { min: 1, max: 255 },
  brand: { min: 1, max: 100 },
  model: { min: 1, max: 100 },
  year: { min: 1900, max: 2100 },
  /** In francs, for both the original and the market value. */
  value: { min: 0, max: GREATEST },
  /** Fiscal horsepower of a car, cubic centimetres of a motorbike. */
  power: { min: 1, max: GREATEST },
  seats: { min: 1, max: 100 },
} as const satisfies Readonly<Record<string, Length | Range>>;

/** A vehicle as sent by a caller, under the caller's field names. */
export interface VehicleInput {
  readonly type: string;
  readonly licencePlate: string;
  readonly externalId?: string | null | undefined;
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  readonly firstRoadDate: string;
  readonly carOriginalValue: number;
  readonly carMarketValue: number;
  readonly energy: string;
  readonly power: number;
  readonly noSeat: number;
}

export const externalId = exactText(VEHICLE_BOUNDS.externalId);

const notAfter =
  (today: LocalDate): Rule<LocalDate> =>
  (input) =>
    calendarDate(input).andThen((date) => (date > today ? Err(FAULTS.notInFuture) : Ok(date)));

/** The rules of the registration form (docs/api.md 5.1), in the order of the documentation. */
export const vehicleRules = (today: LocalDate) => ({
  type: oneOf(VEHICLE_TYPES),
  licencePlate,
  externalId: optional(externalId),
  brand: text(VEHICLE_BOUNDS.brand),
  model: text(VEHICLE_BOUNDS.model),
  year: integer(VEHICLE_BOUNDS.year),
  firstRoadDate: notAfter(today),
  carOriginalValue: integer(VEHICLE_BOUNDS.value),
  carMarketValue: integer(VEHICLE_BOUNDS.value),
  energy: oneOf(ENERGIES),
  power: integer(VEHICLE_BOUNDS.power),
  noSeat: integer(VEHICLE_BOUNDS.seats),
});

export const toDetails = (checked: ValuesOf<ReturnType<typeof vehicleRules>>): VehicleDetails => ({
  type: checked.type,
  licencePlate: checked.licencePlate,
  externalId: checked.externalId,
  brand: checked.brand,
  model: checked.model,
  year: checked.year,
  firstRoadDate: checked.firstRoadDate,
  originalValue: checked.carOriginalValue,
  marketValue: checked.carMarketValue,
  energy: checked.energy,
  power: checked.power,
  seats: checked.noSeat,
});
