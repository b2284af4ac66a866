import { externalId } from '../../domain/vehicle/vehicle-details.ts';
import type { ExternalIdTaken, Vehicle, VehicleNotFound } from '../../domain/vehicle/vehicle.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, type Result } from '../../shared/result.ts';
import { anyText, fields, orNull, type InvalidRequest } from '../../shared/rules.ts';

/** The vehicle, and its new external id: the caller's own reference. */
export interface ChangeExternalIdCommand {
  readonly companyId: string;
  readonly vehicleId: string;
  /** Null removes the external id, which can then be used again. */
  readonly externalId: string | null;
}

export type ChangeExternalIdError = InvalidRequest | VehicleNotFound | ExternalIdTaken;
/** Changes an external id, and returns the changed vehicle. */
export type ChangeExternalId = (command: ChangeExternalIdCommand) => Promise<Result<Vehicle, ChangeExternalIdError>>;

/** Gives a vehicle another external id (docs/api.md 5.4). If the vehicle already has this id, nothing changes. */
export const changeExternalId =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>): ChangeExternalId =>
  async (command) => {
    const checked = fields(command, { companyId: anyText, vehicleId: anyText, externalId: orNull(externalId) });
    if (checked.isErr()) return checked;
    const { companyId, vehicleId, externalId: wanted } = checked.value;
    return unitOfWork.run<Vehicle, ChangeExternalIdError>(async ({ vehicles }) => {
      const vehicle = await vehicles.find(companyId, vehicleId);
      if (!vehicle) return Err({ code: 'vehicle_not_found' });
      return vehicles.save({ ...vehicle, externalId: wanted }, clock.now());
    });
  };
