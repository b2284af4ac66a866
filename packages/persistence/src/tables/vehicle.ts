import { defineEntity } from '@mikro-orm/core';
import type { Energy, PendingUpload, VehicleType } from '@vehicle-insurance/core';
import {
  amount,
  date,
  flag,
  instant,
  integer,
  keys,
  lease,
  text,
  textOrNull,
  uuid,
  withDue,
  withoutDue,
  type Row,
  versioned,
  work,
} from './columns.ts';

/** A row has the form of the core's vehicle. */
export const VehicleEntity = defineEntity({
  name: 'Vehicle',
  tableName: 'vehicle',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    ordinal: amount(),
    type: text<VehicleType>(),
    licencePlate: text(),
    externalId: textOrNull(),
    brand: text(),
    model: text(),
    year: integer(),
    firstRoadDate: date(),
    originalValue: amount(),
    marketValue: amount(),
    energy: text<Energy>(),
    power: amount(),
    seats: integer(),
    registrationDocument: textOrNull(),
    searchKeys: keys(),
    created: instant(),
    ...versioned,
  },
});

/** A file that was stored before its vehicle. */
export const PendingUploadEntity = defineEntity({
  name: 'PendingUpload',
  tableName: 'pending_upload',
  properties: { companyId: uuid().primary(), id: uuid().primary(), key: text(), abandoned: flag(), ...work, ...lease },
});

export const toPendingUpload = (row: Row<typeof PendingUploadEntity>): PendingUpload => withDue(row);
export const fromPendingUpload = (upload: PendingUpload) => withoutDue(upload);
