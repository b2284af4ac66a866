import { documentTypeOf, LARGEST_DOCUMENT } from '../../domain/document/document-type.ts';
import { pendingUpload } from '../../domain/document/pending-upload.ts';
import { toDetails, vehicleRules, type VehicleInput } from '../../domain/vehicle/vehicle-details.ts';
import type { Vehicle, VehicleAlreadyExists, VehicleDetails } from '../../domain/vehicle/vehicle.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { StorageUnavailable, StoredDocument } from '../../ports/documents.ts';
import type { StoredResponse } from '../../ports/idempotency-keys.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type LocalDate } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  anyText,
  fields,
  isBytes,
  optional,
  uuid,
  type InvalidRequest,
  type Rule,
  type Unreadable,
} from '../../shared/rules.ts';

/** A registration document as received. */
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The vehicle as described by the caller, with its registration document, if any. */
export interface RegisterVehicleCommand extends VehicleInput {
  readonly companyId: string;
  readonly registrationDocument?: Upload | Unreadable | undefined;
  /**
   * The vehicle's id, a UUID that the caller chose. Idempotent: a repeated id creates no second vehicle and returns the
   * original response.
   */
  readonly id?: string | undefined;
}

/** The service does not accept the document's type. */
export interface InvalidDocument {
  readonly code: 'invalid_document';
}

/** The document is over 10 MB. */
export interface PayloadTooLarge {
  readonly code: 'payload_too_large';
}

export type RegisterVehicleError =
  | InvalidRequest
  | VehicleAlreadyExists
  | PayloadTooLarge
  | InvalidDocument
  | StorageUnavailable;
/**
 * Registers a vehicle and returns it. The response that `keep` builds from the vehicle is stored in the same
 * transaction.
 */
export type RegisterVehicle = (
  command: RegisterVehicleCommand,
  keep?: (vehicle: Vehicle) => StoredResponse,
) => Promise<Result<Vehicle, RegisterVehicleError>>;

type RegisterVehicleDependencies = Pick<Dependencies, 'unitOfWork' | 'documents' | 'clock' | 'ids' | 'zone'>;

/**
 * Registers a vehicle of the company (docs/api.md 5.1). The document is stored first, so that a vehicle never refers to
 * a missing file. If the vehicle is then not created, the document is removed. If the removal fails or the process
 * dies, a worker removes the document later.
 */
export const registerVehicle =
  ({ unitOfWork, documents, clock, ids, zone }: RegisterVehicleDependencies): RegisterVehicle =>
  async (command, keep) => {
    const created = clock.now();
    if (isTooLarge(command)) return Err({ code: 'payload_too_large' });
    const checked = fields(command, commandRules(dateOf(created, zone)));
    if (checked.isErr()) return checked;
    const { companyId, registrationDocument: upload } = checked.value;
    const details = toDetails(checked.value);
    const id = checked.value.id ?? ids.next();

    // The document has its own id. If two requests with the same vehicle id each store a document, only one document is
    // kept.
    const documentId = upload ? ids.next() : id;
    const document =
      upload && registrationDocument(upload, `companies/${companyId}/vehicles/${id}/${documentId}/registration`);
    if (document === 'invalid') return Err({ code: 'invalid_document' });

    if (document) {
      const begun = await unitOfWork.run<Vehicle | undefined, VehicleAlreadyExists>(async (tx) => {
        const existing = await withSameName(tx, companyId, details);
        if (existing && existing.id !== id) return Err({ code: 'vehicle_already_exists', vehicleId: existing.id });
        if (!existing) await tx.pendingUploads.add(pendingUpload(companyId, documentId, document.key, created));
        return Ok(existing);
      });
      if (begun.isErr()) return begun;
      if (begun.value) return Ok(asRegistered(begun.value, details));
      const stored = await documents.put(document, upload.name);
      if (stored.isErr()) return stored;
    }
    const vehicle = { ...details, id, companyId, registrationDocument: document?.key ?? null, created };
    const registered = await unitOfWork.run<Vehicle, VehicleAlreadyExists | StorageUnavailable>(async (tx) =>
      document && !(await ownDocument(tx, companyId, documentId))
        ? Err({ code: 'storage_unavailable' })
        : tx.vehicles.add(vehicle, keep?.(vehicle)),
    );
    if (registered.isOk()) return registered;
    if (document) await documents.remove(document.key);
    if (registered.error.code !== 'vehicle_already_exists' || registered.error.vehicleId !== id) return registered;
    // If a request with the same vehicle id came first, its response is also the response to this request.
    const own = await unitOfWork.run<Vehicle | undefined, never>(async ({ vehicles }) =>
      Ok(await vehicles.find(companyId, id)),
    );
    return own.map((known) => asRegistered(known ?? vehicle, details));
  };

/** A vehicle as it was registered. The external id comes from the request, since the stored one may have changed. */
const asRegistered = (vehicle: Vehicle, { externalId }: VehicleDetails): Vehicle => ({ ...vehicle, externalId });

const uploaded: Rule<Upload> = (input) => {
  const upload = fields(input, {
    name: anyText,
    bytes: (given) => (isBytes(given) ? Ok(given) : Err(FAULTS.file)),
  });
  return upload.mapErr(() => FAULTS.file);
};

/** Whether the document is over 10 MB. The size is checked before the field rules. */
const isTooLarge = (command: unknown): boolean => {
  const sent = fields(command, { registrationDocument: optional(uploaded) });
  return sent.isOk() && (sent.value.registrationDocument?.bytes.length ?? 0) > LARGEST_DOCUMENT;
};

const commandRules = (today: LocalDate) => ({
  companyId: anyText,
  ...vehicleRules(today),
  registrationDocument: optional(uploaded),
  id: optional(uuid),
});

const registrationDocument = ({ bytes }: Upload, key: string): StoredDocument | 'invalid' => {
  const type = documentTypeOf(bytes);
  return type ? { key, type, bytes } : 'invalid';
};

/** Assigns the stored document to the vehicle, unless the document was abandoned in the meantime. */
const ownDocument = async ({ pendingUploads }: Transaction, companyId: string, id: string): Promise<boolean> => {
  const document = await pendingUploads.find(companyId, id);
  if (!document || document.abandoned) return false;
  await pendingUploads.save({ ...document, due: null });
  return true;
};

/** The company's vehicle with this plate, or else with this external id. */
const withSameName = async (
  { vehicles }: Transaction,
  companyId: string,
  { licencePlate, externalId }: VehicleDetails,
): Promise<Vehicle | undefined> =>
  (await vehicles.withPlate(companyId, licencePlate)) ??
  (externalId === null ? undefined : await vehicles.withExternalId(companyId, externalId));
