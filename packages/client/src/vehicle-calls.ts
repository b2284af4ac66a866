import type { Connection } from './connection.ts';
import { everyOf } from './every-item.ts';
import { signalOf, omitUndefined, posting } from './init.ts';
import type { RequestOptions, ListOptions, PageQuery, PostOptions, VehicleFilter } from './options.ts';
import type { Coverage, NewVehicle, Page, Vehicle } from './shapes.ts';
import { vehicleForm, type RegistrationDocument } from './vehicle-form.ts';

/** A registration: the vehicle and its registration document. No later call can attach the document. */
export type VehicleRegistration = NewVehicle & { readonly registrationDocument?: RegistrationDocument | undefined };

/** Vehicles and coverages. */
export interface VehicleCalls {
  /**
   * Registers a vehicle, for any number of quotes. The API refuses a second registration with `vehicle_already_exists`
   * and the vehicle's id.
   */
  readonly registerVehicle: (vehicle: VehicleRegistration, options?: PostOptions) => Promise<Vehicle>;
  readonly getVehicle: (vehicleId: string, options?: RequestOptions) => Promise<Vehicle>;
  /** Sets the external id, the only field of a vehicle that can change. Null removes it. */
  readonly changeExternalId: (
    vehicleId: string,
    externalId: string | null,
    options?: RequestOptions,
  ) => Promise<Vehicle>;
  /** One page, most recent first. */
  readonly listVehicles: (query?: VehicleFilter & PageQuery, options?: RequestOptions) => Promise<Page<Vehicle>>;
  /** Every vehicle, most recent first; iterate with `for await`. */
  readonly vehicles: (filter?: VehicleFilter, options?: ListOptions) => AsyncGenerator<Vehicle, void, undefined>;
  /** All coverages at once. */
  readonly listCoverages: (options?: RequestOptions) => Promise<readonly Coverage[]>;
}

export const vehicleCalls = ({ api, data }: Connection): VehicleCalls => {
  const listVehicles: VehicleCalls['listVehicles'] = (query = {}, options) =>
    data(api.GET('/vehicle', { params: { query: omitUndefined(query) }, ...signalOf(options) }));

  return {
    registerVehicle: async ({ registrationDocument: document, ...body }, options) => {
      const form = document && { bodySerializer: () => vehicleForm(body, document) };
      return data(api.POST('/vehicle', { body, ...form, ...posting(options) }));
    },
    getVehicle: (id, options) => data(api.GET('/vehicle/{id}', { params: { path: { id } }, ...signalOf(options) })),
    changeExternalId: (id, externalId, options) =>
      data(api.PATCH('/vehicle/{id}', { params: { path: { id } }, body: { externalId }, ...signalOf(options) })),
    listVehicles,
    vehicles: everyOf(listVehicles),
    listCoverages: (options) => data(api.GET('/coverage', signalOf(options))),
  };
};
