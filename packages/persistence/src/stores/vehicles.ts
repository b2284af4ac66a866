import type { FilterQuery } from '@mikro-orm/core';
import { Err, Ok, type Vehicle, type Vehicles } from '@vehicle-insurance/core';
import { conflict } from '../failures.ts';
import { areIds, isStorable } from '../rows/columns.ts';
import { fromVehicle, toVehicle, VehicleRow } from '../rows/vehicle.ts';
import type { Session } from '../session.ts';
import { returnOrdinal, takeOrdinal } from './ordinals.ts';

export const vehicles = (session: Session): Vehicles => {
  const find = async (where: FilterQuery<VehicleRow>): Promise<Vehicle | undefined> => {
    const row = await session.find(VehicleRow, where);
    return row && toVehicle(row);
  };
  const withPlate = async (companyId: string, licencePlate: string) =>
    areIds(companyId) && isStorable(licencePlate)
      ? find({ company_id: companyId, licence_plate: licencePlate })
      : undefined;
  const withExternalId = async (companyId: string, externalId: string) =>
    areIds(companyId) && isStorable(externalId) ? find({ company_id: companyId, external_id: externalId }) : undefined;

  return {
    find: async (companyId, id) => (areIds(companyId, id) ? find({ company_id: companyId, id }) : undefined),
    withPlate,
    withExternalId,
    add: async (vehicle) => {
      const { companyId, licencePlate, externalId } = vehicle;
      const row = fromVehicle(vehicle);
      const ordinal = await takeOrdinal(session, 'vehicles', companyId);
      // Waits for a concurrent registration of the same plate, and then tells whether it was kept.
      if (await session.insert('vehicle', { ...row, ordinal }, 'on conflict do nothing')) {
        session.know(VehicleRow, row);
        return Ok(vehicle);
      }
      await returnOrdinal(session, 'vehicles', companyId);
      const other =
        (await withPlate(companyId, licencePlate)) ??
        (externalId === null ? undefined : await withExternalId(companyId, externalId));
      if (!other) throw conflict(`vehicle ${vehicle.id} was not added, and no other is in its place`);
      return Err({ code: 'vehicle_already_exists', vehicleId: other.id });
    },
    save: async (vehicle) => {
      const { companyId, id, externalId } = vehicle;
      const other = externalId === null ? undefined : await withExternalId(companyId, externalId);
      if (other && other.id !== id) return Err({ code: 'external_id_taken', vehicleId: other.id });
      // If another has just taken the plate, the table refuses it, the work is retried, and the check above sees it.
      await session.save(VehicleRow, [companyId, id], fromVehicle(vehicle));
      return Ok(vehicle);
    },
  };
};
