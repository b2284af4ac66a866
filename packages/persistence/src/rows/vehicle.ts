import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Energy, LocalDate, Vehicle, VehicleType } from '@vehicle-insurance/core';
import { instant } from './columns.ts';

export const VehicleRow = defineEntity({
  name: 'VehicleRow',
  tableName: 'vehicle',
  properties: {
    company_id: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.string().$type<VehicleType>(),
    licence_plate: p.string(),
    external_id: p.string().strictNullable(),
    brand: p.string(),
    model: p.string(),
    year: p.integer(),
    first_road_date: p.string().$type<LocalDate>(),
    original_value: p.integer(),
    market_value: p.integer(),
    energy: p.string().$type<Energy>(),
    power: p.integer(),
    seats: p.integer(),
    registration_document: p.string().strictNullable(),
    created: p.string(),
    version: p.integer().version(),
  },
});
export type VehicleRow = InferEntity<typeof VehicleRow>;

export const toVehicle = (row: VehicleRow): Vehicle => ({
  id: row.id,
  companyId: row.company_id,
  type: row.type,
  licencePlate: row.licence_plate,
  externalId: row.external_id,
  brand: row.brand,
  model: row.model,
  year: row.year,
  firstRoadDate: row.first_road_date,
  originalValue: row.original_value,
  marketValue: row.market_value,
  energy: row.energy,
  power: row.power,
  seats: row.seats,
  registrationDocument: row.registration_document,
  created: instant(row.created),
});

export const fromVehicle = (vehicle: Vehicle) => ({
  company_id: vehicle.companyId,
  id: vehicle.id,
  type: vehicle.type,
  licence_plate: vehicle.licencePlate,
  external_id: vehicle.externalId,
  brand: vehicle.brand,
  model: vehicle.model,
  year: vehicle.year,
  first_road_date: vehicle.firstRoadDate,
  original_value: vehicle.originalValue,
  market_value: vehicle.marketValue,
  energy: vehicle.energy,
  power: vehicle.power,
  seats: vehicle.seats,
  registration_document: vehicle.registrationDocument,
  created: vehicle.created,
});
