import { Err, Ok, type Result } from '../kernel/result.ts';
import type { VehicleViews } from './ports.ts';
import type { Vehicle, VehicleNotFound } from './vehicle.ts';

/** Finds one vehicle among the company's own. */
export type GetVehicle = (query: { companyId: string; vehicleId: string }) => Promise<Result<Vehicle, VehicleNotFound>>;

/** One vehicle of the company (api.md, "GET /vehicle/{id}"). */
export const getVehicle =
  ({ vehicleViews }: { vehicleViews: VehicleViews }): GetVehicle =>
  async ({ companyId, vehicleId }) => {
    const vehicle = await vehicleViews.find(companyId, vehicleId);
    return vehicle ? Ok(vehicle) : Err({ code: 'vehicle_not_found' });
  };
