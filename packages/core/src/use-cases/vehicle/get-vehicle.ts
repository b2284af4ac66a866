import type { Vehicle, VehicleNotFound } from '../../domain/vehicle/vehicle.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { findOne } from '../find-one.ts';

/** Finds one of the company's vehicles. */
export type GetVehicle = (query: {
  companyId: string;
  vehicleId: string;
}) => Promise<Result<Vehicle, InvalidRequest | VehicleNotFound>>;

/** One vehicle of the company (docs/api.md 5.3). */
export const getVehicle = ({ vehicleQueries }: Pick<Dependencies, 'vehicleQueries'>): GetVehicle =>
  findOne('vehicleId', 'vehicle_not_found', (companyId, id) => vehicleQueries.find(companyId, id));
