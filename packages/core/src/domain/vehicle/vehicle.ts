import type { Instant, LocalDate } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';

/** The kinds of vehicle that are insured. */
export const VEHICLE_TYPES = ['auto', 'bike'] as const;
/** `auto` is a car, `bike` a motorbike. */
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/** The energies that a vehicle can run on; `essence` is petrol. */
export const ENERGIES = ['essence', 'diesel', 'electric', 'hybrid'] as const;
/** The energy of a vehicle. */
export type Energy = (typeof ENERGIES)[number];

/** A vehicle's checked details (docs/api.md 3.1). Only the external id can change later. */
export interface VehicleDetails {
  readonly type: VehicleType;
  readonly licencePlate: string;
  readonly externalId: string | null;
  readonly brand: string;
  readonly model: string;
  /** The model year, which is not checked against the first road date. */
  readonly year: number;
  /** Date of first registration, from which the vehicle's age is computed. */
  readonly firstRoadDate: LocalDate;
  readonly originalValue: Francs;
  readonly marketValue: Francs;
  readonly energy: Energy;
  /** Fiscal horsepower of a car, cubic capacity of a motorbike. */
  readonly power: number;
  readonly seats: number;
}

/** A vehicle of a company: registered once, quoted many times. */
export interface Vehicle extends VehicleDetails {
  readonly id: string;
  readonly companyId: string;
  /** The storage key of the registration document; null if none was attached. */
  readonly registrationDocument: string | null;
  readonly created: Instant;
}

/** The company has no vehicle under this id. */
export interface VehicleNotFound {
  readonly code: 'vehicle_not_found';
}

/** Another vehicle of the company has this plate or this external id. */
export interface VehicleAlreadyExists {
  readonly code: 'vehicle_already_exists';
  readonly vehicleId: string;
}

/** Another vehicle of the company has this external id. */
export interface ExternalIdTaken {
  readonly code: 'external_id_taken';
  readonly vehicleId: string;
}
