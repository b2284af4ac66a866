import type { ExternalIdTaken, Vehicle, VehicleAlreadyExists } from '../domain/vehicle/vehicle.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest } from '../shared/paging.ts';
import type { Result } from '../shared/result.ts';
import type { StoredResponse } from './idempotency-keys.ts';

/** A company's vehicles, inside a unit of work. */
export interface Vehicles {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  withPlate(companyId: string, licencePlate: string): Promise<Vehicle | undefined>;
  withExternalId(companyId: string, externalId: string): Promise<Vehicle | undefined>;
  /**
   * Adds the vehicle, unless a vehicle of the company, even one registered concurrently, has its plate or external id.
   * If one vehicle has the plate and another the external id, the error names the one with the plate. `response` is
   * stored with the vehicle; throws `KeyTaken` if its key is not new.
   */
  add(vehicle: Vehicle, response?: StoredResponse): Promise<Result<Vehicle, VehicleAlreadyExists>>;
  /** Only for a vehicle that this unit of work has found; `at` is the time of the change. */
  save(vehicle: Vehicle, at: Instant): Promise<Result<Vehicle, ExternalIdTaken>>;
}

/** A filter for a list of vehicles: all conditions that are set must hold. */
export interface VehicleFilter {
  readonly licencePlate?: string;
  readonly externalId?: string;
}

/** A company's vehicles, to read. */
export interface VehicleQueries {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  /** For operators: the vehicle of any company. */
  inspect(id: string): Promise<Vehicle | undefined>;
  /** Most recent first. */
  page(companyId: string, filter: VehicleFilter, page: PageRequest): Promise<Page<Vehicle>>;
}
