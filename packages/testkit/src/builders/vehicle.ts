import type { Vehicle, VehicleInput } from '@vehicle-insurance/core';
import { day, SOME_MORNING } from './days.ts';
import { freshId, freshText } from './ids.ts';

/** A petrol car of 2021. */
export const aVehicle = (over: Partial<Vehicle> = {}): Vehicle => ({
  id: freshId(),
  companyId: freshId(),
  type: 'auto',
  licencePlate: freshText('AA-'),
  externalId: null,
  brand: 'Toyota',
  model: 'Corolla',
  year: 2021,
  firstRoadDate: day('2021-06-01'),
  originalValue: 14_000_000,
  marketValue: 9_000_000,
  energy: 'essence',
  power: 7,
  seats: 5,
  registrationDocument: null,
  created: SOME_MORNING,
  ...over,
});

/** A vehicle as a caller sends it. */
export const aVehicleInput = (over: Partial<VehicleInput> = {}): VehicleInput => ({
  type: 'auto',
  licencePlate: freshText('AB-'),
  brand: 'Toyota',
  model: 'Corolla',
  year: 2021,
  firstRoadDate: '2021-06-01',
  carOriginalValue: 14_000_000,
  carMarketValue: 9_000_000,
  energy: 'essence',
  power: 7,
  noSeat: 5,
  ...over,
});
