import { ENERGIES, VEHICLE_TYPES, type Vehicle } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, date, integer, object, oneOf, text, textOrNull, timestamp } from './fields.ts';
import { pageOf } from './page.ts';

/** docs/api.md 3.1. */
export const VEHICLE = object({
  id: text('Passed as `vehicleId` when quoting.', EXAMPLE.vehicleId),
  externalId: textOrNull('Your own reference, unique within your company.', 'FLEET-0042'),
  type: oneOf(VEHICLE_TYPES, '`auto` is a car, `bike` a motorbike.'),
  licencePlate: text('In capital letters, without spaces.', 'AB-123-CD'),
  brand: text('Make.', 'Toyota'),
  model: text('Model.', 'Corolla'),
  year: integer('Model year.', 2021),
  firstRoadDate: date('Date of first registration, from which the age of the vehicle is computed.', '2021-05-17'),
  carOriginalValue: integer('Value when new, in francs CFA.', 14_500_000),
  carMarketValue: integer('Value today, in francs CFA.', 9_800_000),
  energy: oneOf(ENERGIES, 'The type of energy it uses.'),
  power: integer('Fiscal horsepower of a car, cubic capacity of a motorbike.', 7),
  noSeat: integer('Number of seats.', 5),
  hasRegistrationDocument: {
    type: 'boolean',
    description: 'Whether a registration document was attached at registration.',
  },
  created: timestamp('When it was registered.'),
});

/** docs/api.md 5.2. */
export const VEHICLE_PAGE = pageOf(VEHICLE);

/** A vehicle in a response. */
export type VehicleView = FromSchema<typeof VEHICLE>;

/** A vehicle under its public names. */
export const vehicleView = (vehicle: Vehicle): VehicleView => ({
  id: vehicle.id,
  externalId: vehicle.externalId,
  type: vehicle.type,
  licencePlate: vehicle.licencePlate,
  brand: vehicle.brand,
  model: vehicle.model,
  year: vehicle.year,
  firstRoadDate: vehicle.firstRoadDate,
  carOriginalValue: vehicle.originalValue,
  carMarketValue: vehicle.marketValue,
  energy: vehicle.energy,
  power: vehicle.power,
  noSeat: vehicle.seats,
  hasRegistrationDocument: vehicle.registrationDocument !== null,
  created: vehicle.created,
});
