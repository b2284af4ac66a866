import { Err, eventsOfVehicle, Ok, plateKeys, type PendingUploads, type Vehicles } from '@vehicle-insurance/core';
import type { Builder } from '../tables/builder.ts';
import { fromPendingUpload, toPendingUpload } from '../tables/vehicle.ts';
import { statement } from '../database/prepared-statement.ts';
import { rowsOf } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { areIds, isStorable } from '../database/text.ts';
import { queueEvents } from '../history/events.ts';
import { numberedList } from '../companies/numbered-list.ts';

export const vehicles = (builder: Builder) => {
  const rows = rowsOf(builder, 'vehicle', ['companyId', 'id']);
  const addToList = numberedList(builder, 'vehicle', 'vehicles');
  const withPlate = rows.finder('vehicle with plate', (query, { companyId, text }: ByText) =>
    query.where('companyId', '=', companyId).where('licencePlate', '=', text),
  );
  const withExternalId = rows.finder('vehicle with external id', (query, { companyId, text }: ByText) =>
    query.where('companyId', '=', companyId).where('externalId', '=', text),
  );
  type ByText = { companyId: string; text: string };
  /**
   * The vehicle with an external id. The row is not registered, so that a save still compares the version of the
   * earlier read.
   */
  const owner = statement('owner of an external id', ({ companyId, text }: ByText) =>
    builder.selectFrom('vehicle').select('id').where('companyId', '=', companyId).where('externalId', '=', text),
  );
  const findBy = async (session: Session, find: typeof withPlate, companyId: string, text: string | null) =>
    text !== null && areIds(companyId) && isStorable(text) ? find(session, { companyId, text }) : undefined;

  return (session: Session): Vehicles => ({
    find: (companyId, id) => rows.find(session, companyId, id),
    withPlate: (companyId, plate) => findBy(session, withPlate, companyId, plate),
    withExternalId: (companyId, externalId) => findBy(session, withExternalId, companyId, externalId),
    add: async (vehicle, answer) => {
      const { companyId, licencePlate, externalId } = vehicle;
      // If a plate or external id is taken, adding the vehicle causes a conflict (docs/api.md 5.1). Only the retry
      // looks up the existing vehicle.
      const other =
        session.isRunAgain &&
        ((await findBy(session, withPlate, companyId, licencePlate)) ??
          (await findBy(session, withExternalId, companyId, externalId)));
      if (other) return Err({ code: 'vehicle_already_exists', vehicleId: other.id });
      await addToList(session, { ...vehicle, searchKeys: plateKeys(licencePlate) }, answer);
      rows.added(session, vehicle);
      return Ok(vehicle);
    },
    save: async (vehicle, at) => {
      const { companyId, id, externalId } = vehicle;
      const isSought = externalId !== null && isStorable(externalId);
      const [other] = isSought ? await session.run(owner({ companyId, text: externalId })) : [];
      if (other && other.id !== id) return Err({ code: 'external_id_taken', vehicleId: other.id });
      // If another vehicle has just taken the external id, the unique index rejects this change. The retry then fails
      // the check above.
      const before = await rows.save(session, vehicle);
      queueEvents(session, { companyId, subjectId: id }, eventsOfVehicle(before, vehicle), at);
      return Ok(vehicle);
    },
  });
};

export const pendingUploads = (builder: Builder) => {
  const rows = rowsOf(builder, 'pending_upload', ['companyId', 'id']);
  return (session: Session): PendingUploads => ({
    find: async (companyId, id) => {
      const row = await rows.find(session, companyId, id);
      return row && toPendingUpload(row);
    },
    add: (upload) => rows.add(session, fromPendingUpload(upload)),
    save: async (upload) => {
      await rows.save(session, fromPendingUpload(upload));
    },
  });
};
