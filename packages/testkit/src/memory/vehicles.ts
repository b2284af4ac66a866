import { Err, Ok, type Quotes, type Vehicle, type Vehicles } from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

export const vehiclesIn = ({ vehicles, companies }: Unit): Vehicles => {
  const withPlate = (companyId: string, plate: string) =>
    vehicles.all().find((each) => each.companyId === companyId && each.licencePlate === plate);
  const withExternalId = (companyId: string, externalId: string) =>
    vehicles.all().find((each) => each.companyId === companyId && each.externalId === externalId);
  const found = (vehicle: Vehicle | undefined) => vehicle && vehicles.get(keyIn(vehicle.companyId, vehicle.id));
  return {
    find: async (companyId, id) => vehicles.get(keyIn(companyId, id)),
    withPlate: async (companyId, plate) => found(withPlate(companyId, plate)),
    withExternalId: async (companyId, externalId) => found(withExternalId(companyId, externalId)),
    add: async (vehicle) => {
      const { companyId, licencePlate, externalId } = vehicle;
      if (!companies.get(companyId)) throw new Error('a vehicle needs its company');
      const other =
        withPlate(companyId, licencePlate) ?? (externalId === null ? undefined : withExternalId(companyId, externalId));
      if (other) return Err({ code: 'vehicle_already_exists', vehicleId: other.id });
      vehicles.add(vehicle);
      return Ok(vehicle);
    },
    save: async (vehicle) => {
      const { companyId, externalId } = vehicle;
      const other = externalId === null ? undefined : withExternalId(companyId, externalId);
      if (other && other.id !== vehicle.id) return Err({ code: 'external_id_taken', vehicleId: other.id });
      vehicles.save(vehicle);
      return Ok(vehicle);
    },
  };
};

export const quotesIn = ({ quotes, vehicles, lock }: Unit): Quotes => ({
  find: async (companyId, id) => quotes.get(keyIn(companyId, id)),
  lock: async (companyId, id) => {
    await lock(`quote ${keyIn(companyId, id)}`);
    return quotes.get(keyIn(companyId, id));
  },
  add: async (quote) => {
    if (!vehicles.get(keyIn(quote.companyId, quote.vehicleId))) throw new Error('a quote needs its vehicle');
    quotes.add(quote);
  },
});
