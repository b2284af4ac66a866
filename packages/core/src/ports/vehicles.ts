import type { ExternalIdTaken, Vehicle, VehicleAlreadyExists } from '../domain/vehicle/vehicle.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest } from '../shared/paging.ts';
import type { Result } from '../shared/result.ts';
import type { KeptAnswer } from './idempotency-keys.ts';

/** A company's vehicles, inside a unit of work. */
export interface Vehicles {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  withPlate(companyId: string, licencePlate: string): Promise<Vehicle | undefined>;
  withExternalId(companyId: string, externalId: string): Promise<Vehicle | undefined>;
  /**
   * Adds the vehicle, unless a vehicle of the company has its plate or external id, also one registered at the same
   * time. If both are taken by different vehicles, the one with the plate is returned. `answer` is stored with the
   * vehicle; throws `KeyTaken` if its key is not new.
   */
  add(vehicle: Vehicle, answer?: KeptAnswer): Promise<Result<Vehicle, VehicleAlreadyExists>>;
  /** Only for a vehicle this unit of work has found; `at` is when it changed. */
  save(vehicle: Vehicle, at: Instant): Promise<Result<Vehicle, ExternalIdTaken>>;
}

/** Which vehicles of a list: all conditions given must hold. */
export interface VehicleFilter {
  readonly licencePlate?: string;
  readonly externalId?: string;
}

/** A company's vehicles, to read. */
export interface VehicleQueries {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  /** Any company's vehicle, for operators. */
  inspect(id: string): Promise<Vehicle | undefined>;
  /** Most recent first. */
  page(companyId: string, filter: VehicleFilter, page: PageRequest): Promise<Page<Vehicle>>;
}
