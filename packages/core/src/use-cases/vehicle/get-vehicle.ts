import type { Vehicle, VehicleNotFound } from '../../domain/vehicle/vehicle.ts';
import type { VehicleViews } from '../../ports/vehicles.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText } from '../../shared/text.ts';

/** Finds one vehicle among the company's own. */
export type GetVehicle = (query: {
  companyId: string;
  vehicleId: string;
}) => Promise<Result<Vehicle, InvalidRequest | VehicleNotFound>>;

/** One vehicle of the company (docs/api.md 5.3). */
export const getVehicle =
  ({ vehicleViews }: { vehicleViews: VehicleViews }): GetVehicle =>
  async (query) => {
    const asked = fields(query, { companyId: anyText, vehicleId: anyText });
    if (asked.isErr()) return asked;
    const { companyId, vehicleId } = asked.value;
    const vehicle = await vehicleViews.find(companyId, vehicleId);
    return vehicle ? Ok(vehicle) : Err({ code: 'vehicle_not_found' });
  };
