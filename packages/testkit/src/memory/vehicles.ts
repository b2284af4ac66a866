import {
  Err,
  eventsOfVehicle,
  Ok,
  type PendingUploads,
  type Quotes,
  type Vehicle,
  type Vehicles,
} from '@vehicle-insurance/core';
import { has, keyIn } from './table.ts';
import type { Unit } from './unit.ts';

export const vehiclesIn = (unit: Unit): Vehicles => {
  const { vehicles } = unit;
  const withPlate = (companyId: string, licencePlate: string) => vehicles.first(has({ companyId, licencePlate }));
  const withExternalId = (companyId: string, externalId: string) =>
    vehicles.first(has<Vehicle>({ companyId, externalId }));
  /**
   * The vehicle that has this external id, without registering the row as found. The unit still decides by its own
   * earlier read of the vehicle.
   */
  const ownerOf = (companyId: string, externalId: string | null) =>
    externalId === null ? undefined : vehicles.all().find(has<Vehicle>({ companyId, externalId }));
  return {
    find: async (companyId, id) => vehicles.get(companyId, id),
    withPlate: async (companyId, plate) => withPlate(companyId, plate),
    withExternalId: async (companyId, externalId) => withExternalId(companyId, externalId),
    add: async (vehicle, answer) => {
      const { companyId, licencePlate, externalId } = vehicle;
      const other = withPlate(companyId, licencePlate) ?? ownerOf(companyId, externalId);
      if (other) return Err({ code: 'vehicle_already_exists', vehicleId: other.id });
      unit.storeResponse(answer);
      vehicles.add(vehicle);
      unit.addEvents({ companyId, subjectId: vehicle.id }, ['vehicle.registered'], vehicle.created);
      return Ok(vehicle);
    },
    save: async (vehicle, at) => {
      const other = ownerOf(vehicle.companyId, vehicle.externalId);
      if (other && other.id !== vehicle.id) return Err({ code: 'external_id_taken', vehicleId: other.id });
      const before = vehicles.save(vehicle);
      unit.addEvents({ companyId: vehicle.companyId, subjectId: vehicle.id }, eventsOfVehicle(before, vehicle), at);
      return Ok(vehicle);
    },
  };
};

export const pendingUploadsIn = ({ pendingUploads }: Unit): PendingUploads => ({
  find: async (companyId, id) => pendingUploads.get(companyId, id),
  add: async (document) => pendingUploads.add(document),
  save: async (document) => void pendingUploads.save(document),
});

export const quotesIn = (unit: Unit, { quotes } = unit): Quotes => ({
  find: async (companyId, id) => quotes.get(companyId, id),
  lock: async (companyId, id) => {
    await unit.lock(`quote ${keyIn(companyId, id)}`);
    return quotes.get(companyId, id);
  },
  add: async (quote, answer) => {
    if (quotes.get(quote.companyId, quote.id)) return Err({ code: 'quote_already_exists' });
    unit.storeResponse(answer);
    quotes.add(quote);
    unit.addEvents({ companyId: quote.companyId, subjectId: quote.id }, ['quote.created'], quote.created);
    return Ok(quote);
  },
});
