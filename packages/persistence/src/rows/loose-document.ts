import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { PendingUpload } from '@vehicle-insurance/core';
import { dueColumns, fromDue, toDue } from './columns.ts';

export const PendingUploadRow = defineEntity({
  name: 'LooseDocumentRow',
  tableName: 'loose_document',
  properties: {
    company_id: p.uuid().primary(),
    id: p.uuid().primary(),
    key: p.string(),
    abandoned: p.boolean(),
    ...dueColumns,
  },
});
export type PendingUploadRow = InferEntity<typeof PendingUploadRow>;

export const toPendingUpload = (row: PendingUploadRow): PendingUpload => ({
  companyId: row.company_id,
  id: row.id,
  key: row.key,
  abandoned: row.abandoned,
  due: toDue(row),
});

export const fromPendingUpload = ({ companyId, due, ...same }: PendingUpload) => ({
  ...same,
  company_id: companyId,
  ...fromDue(due),
});
