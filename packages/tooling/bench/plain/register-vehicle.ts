import { plateKeys } from '@vehicle-insurance/core';
import { DatabaseError } from 'pg';
import { newId } from './ids.ts';
import { ADD_VEHICLE, SAME_VEHICLE } from './statements.ts';
import type { Store } from './store.ts';
import { vehicleView } from './views.ts';

export interface NewVehicle {
  readonly type: string;
  readonly licencePlate: string;
  readonly externalId?: string | null;
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

const UNIQUE_VIOLATION = '23505';

/** Stores the vehicle with the company's next number, or returns the existing vehicle that conflicts. */
export const registerVehicle = (store: Store) => async (companyId: string, given: NewVehicle) => {
  const row = {
    vehicle_id: newId(),
    type: given.type,
    licence_plate: given.licencePlate,
    external_id: given.externalId ?? null,
    brand: given.brand,
    model: given.model,
    year: given.year,
    first_road_date: given.firstRoadDate,
    original_value: given.carOriginalValue,
    market_value: given.carMarketValue,
    energy: given.energy,
    power: given.power,
    seats: given.noSeat,
    vehicle_created: new Date().toISOString(),
  };
  try {
    await store(ADD_VEHICLE, [companyId, ...Object.values(row), plateKeys(row.licence_plate)]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
    const [other] = await store<{ id: string }>(SAME_VEHICLE, [companyId, row.licence_plate, row.external_id]);
    return { inTheWay: other?.id ?? '' };
  }
  return { view: vehicleView({ ...row, registration_document: null }) };
};
