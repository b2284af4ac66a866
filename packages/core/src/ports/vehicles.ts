import type { ExternalIdTaken, Vehicle, VehicleAlreadyExists, VehicleType } from '../domain/vehicle/vehicle.ts';
import type { Policyholder } from '../domain/quote/quote.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest, Place } from '../shared/paging.ts';
import type { Result } from '../shared/result.ts';
import type { StoredResponse } from './idempotency-keys.ts';

/** A company's vehicles, inside a unit of work. */
export interface Vehicles {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  withPlate(companyId: string, licencePlate: string): Promise<Vehicle | undefined>;
  withExternalId(companyId: string, externalId: string): Promise<Vehicle | undefined>;
  /**
   * Adds the vehicle, unless another vehicle of the company has the same plate or external id. Vehicles that are
   * registered concurrently count too. If one vehicle has the plate and another has the external id, the error names
   * the vehicle with the plate. `response` is stored in the same transaction. Throws `KeyTaken` if the idempotency key
   * of `response` is not new.
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

/** A filter for vehicles of all companies: all conditions that are set must hold. */
export interface VehicleListFilter {
  readonly companyId?: string | undefined;
  readonly type?: VehicleType | undefined;
  /** Created at this time or later. */
  readonly since?: Instant | undefined;
  /** Created at this time or earlier. */
  readonly until?: Instant | undefined;
  readonly ids?: readonly string[] | undefined;
  /** The list continues after this vehicle. */
  readonly after?: Place | undefined;
}

/** A vehicle of any company as operators see it. */
export interface ListedVehicle {
  readonly vehicle: Vehicle;
  readonly companyName: string;
  /** The policyholder of the vehicle's latest quote; null if the vehicle has no quote. */
  readonly policyholder: Policyholder | null;
}

/** Queries for vehicles. */
export interface VehicleQueries {
  find(companyId: string, id: string): Promise<Vehicle | undefined>;
  /** For operators: the vehicle of any company. */
  inspect(id: string): Promise<Vehicle | undefined>;
  /** For operators: up to `limit` vehicles of all companies, latest first. */
  list(filter: VehicleListFilter, limit: number): Promise<readonly ListedVehicle[]>;
  /** Most recent first. */
  page(companyId: string, filter: VehicleFilter, page: PageRequest): Promise<Page<Vehicle>>;
}
