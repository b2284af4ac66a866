import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { anyText } from '../kernel/text.ts';
import type { VehicleViews } from './ports.ts';
import type { Vehicle, VehicleNotFound } from './vehicle.ts';

/** Finds one vehicle among the company's own. */
export type GetVehicle = (query: {
  companyId: string;
  vehicleId: string;
}) => Promise<Result<Vehicle, InvalidRequest | VehicleNotFound>>;

/** One vehicle of the company (api.md, "GET /vehicle/{id}"). */
export const getVehicle =
  ({ vehicleViews }: { vehicleViews: VehicleViews }): GetVehicle =>
  async (query) => {
    const asked = fields(query, { companyId: anyText, vehicleId: anyText });
    if (asked.isErr()) return asked;
    const { companyId, vehicleId } = asked.value;
    const vehicle = await vehicleViews.find(companyId, vehicleId);
    return vehicle ? Ok(vehicle) : Err({ code: 'vehicle_not_found' });
  };
