import { documentTypeOf, LARGEST_DOCUMENT } from '../document/document-type.ts';
import { looseDocument } from '../document/loose-document.ts';
import type { Documents, StorageUnavailable, StoredDocument } from '../document/ports.ts';
import { dateOf, type TimeZone } from '../kernel/calendar.ts';
import type { InvalidRequest } from '../kernel/invalid-request.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import type { Transaction, UnitOfWork } from '../kernel/unit-of-work.ts';
import { vehicleDetails, type VehicleInput } from './vehicle-details.ts';
import type { Vehicle, VehicleAlreadyExists, VehicleDetails } from './vehicle.ts';

/** A registration document as it was sent. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The vehicle as the caller describes it, with its registration document if there is one. */
export interface RegisterVehicleCommand extends VehicleInput {
  readonly companyId: string;
  readonly registrationDocument?: Upload | undefined;
}

/** The document is not a PDF, JPEG or PNG. */
export interface InvalidDocument {
  readonly code: 'invalid_document';
}

/** The document is over 10 MB. */
export interface PayloadTooLarge {
  readonly code: 'payload_too_large';
}

/** Why a vehicle was not registered. */
export type RegisterVehicleError =
  InvalidRequest | VehicleAlreadyExists | PayloadTooLarge | InvalidDocument | StorageUnavailable;
/** Registers a vehicle, and gives it with its id. */
export type RegisterVehicle = (command: RegisterVehicleCommand) => Promise<Result<Vehicle, RegisterVehicleError>>;

interface Needs {
  readonly unitOfWork: UnitOfWork;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly zone: TimeZone;
}

/**
 * Registers a vehicle of the company (api.md, "POST /vehicle"). The document is stored first: a vehicle never points
 * at a file that is not there, and a document whose vehicle was not created is removed again; where that fails or this
 * process dies, an hour later.
 */
export const registerVehicle =
  ({ unitOfWork, documents, clock, ids, zone }: Needs): RegisterVehicle =>
  async ({ companyId, registrationDocument: upload, ...input }) => {
    const created = clock.now();
    if (upload && upload.bytes.length > LARGEST_DOCUMENT) return Err({ code: 'payload_too_large' });
    const details = vehicleDetails(input, dateOf(created, zone));
    if (details.isErr()) return details;

    const id = ids.next();
    const document = upload && registrationDocument(upload, `companies/${companyId}/vehicles/${id}/registration`);
    if (document === 'invalid') return Err({ code: 'invalid_document' });

    const begun = await unitOfWork.run(async (tx) => {
      const taken = await refuseTaken(tx, companyId, details.value);
      if (taken.isOk() && document) await tx.looseDocuments.add(looseDocument(companyId, id, document.key, created));
      return taken;
    });
    if (begun.isErr()) return begun;

    if (document) {
      const stored = await documents.put(document, upload.name);
      if (stored.isErr()) return stored;
    }
    const vehicle = { ...details.value, id, companyId, registrationDocument: document?.key ?? null, created };
    const registered = await unitOfWork.run<Vehicle, VehicleAlreadyExists | StorageUnavailable>(async (tx) =>
      document && !(await ownDocument(tx, vehicle)) ? Err({ code: 'storage_unavailable' }) : tx.vehicles.add(vehicle),
    );
    if (registered.isErr() && document) await documents.remove(document.key);
    return registered;
  };

const registrationDocument = ({ bytes }: Upload, key: string): StoredDocument | 'invalid' => {
  const type = documentTypeOf(bytes);
  return type ? { key, type, bytes } : 'invalid';
};

/** Makes the stored document the vehicle's own, unless it was given up meanwhile. */
const ownDocument = async ({ looseDocuments }: Transaction, { companyId, id }: Vehicle): Promise<boolean> => {
  const document = await looseDocuments.find(companyId, id);
  if (!document || document.abandoned) return false;
  await looseDocuments.save({ ...document, due: null });
  return true;
};

const refuseTaken = async (
  { vehicles }: Transaction,
  companyId: string,
  { licencePlate, externalId }: VehicleDetails,
): Promise<Result<void, VehicleAlreadyExists>> => {
  const existing =
    (await vehicles.withPlate(companyId, licencePlate)) ??
    (externalId === null ? undefined : await vehicles.withExternalId(companyId, externalId));
  return existing ? Err({ code: 'vehicle_already_exists', vehicleId: existing.id }) : Ok(undefined);
};
