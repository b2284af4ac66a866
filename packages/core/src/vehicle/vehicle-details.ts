import { parseDate, type LocalDate } from '../kernel/calendar.ts';
import { fields, type InvalidRequest, type Rule } from '../kernel/invalid-request.ts';
import { integer, oneOf, type Range } from '../kernel/number.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { exactText, optional, text, type Length } from '../kernel/text.ts';
import { licencePlate } from './licence-plate.ts';
import { ENERGIES, VEHICLE_TYPES, type VehicleDetails } from './vehicle.ts';

const GREATEST = 10 ** 12;

export const EXTERNAL_ID: Length = { min: 1, max: 255 };
export const BRAND: Length = { min: 1, max: 100 };
export const MODEL: Length = { min: 1, max: 100 };
export const YEAR: Range = { min: 1900, max: 2100 };
export const VALUE: Range = { min: 0, max: GREATEST };
export const POWER: Range = { min: 1, max: GREATEST };
export const SEATS: Range = { min: 1, max: 100 };

/** A vehicle as a caller writes it, under the caller's own field names. */
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

/** The caller's own reference of a vehicle, kept to the letter. */
export const externalId = exactText(EXTERNAL_ID);

const notAfter =
  (today: LocalDate): Rule<string, LocalDate> =>
  (input) => {
    const date = parseDate(input);
    if (date === undefined) return Err('must be a date that exists, written YYYY-MM-DD');
    return date > today ? Err('must not be in the future') : Ok(date);
  };

/** Every rule of the registration form (api.md, "POST /vehicle"). */
export const vehicleDetails = (input: VehicleInput, today: LocalDate): Result<VehicleDetails, InvalidRequest> =>
  fields({
    type: oneOf(VEHICLE_TYPES)(input.type),
    licencePlate: licencePlate(input.licencePlate),
    externalId: optional(externalId)(input.externalId),
    brand: text(BRAND)(input.brand),
    model: text(MODEL)(input.model),
    year: integer(YEAR)(input.year),
    firstRoadDate: notAfter(today)(input.firstRoadDate),
    carOriginalValue: integer(VALUE)(input.carOriginalValue),
    carMarketValue: integer(VALUE)(input.carMarketValue),
    energy: oneOf(ENERGIES)(input.energy),
    power: integer(POWER)(input.power),
    noSeat: integer(SEATS)(input.noSeat),
  }).map(({ carOriginalValue, carMarketValue, noSeat, ...same }) => ({
    ...same,
    originalValue: carOriginalValue,
    marketValue: carMarketValue,
    seats: noSeat,
  }));
