import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { LooseDocument } from '@vehicle-insurance/core';
import { dueColumns, fromDue, toDue } from './columns.ts';

export const LooseDocumentRow = defineEntity({
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
export type LooseDocumentRow = InferEntity<typeof LooseDocumentRow>;

export const toLooseDocument = (row: LooseDocumentRow): LooseDocument => ({
  companyId: row.company_id,
  id: row.id,
  key: row.key,
  abandoned: row.abandoned,
  due: toDue(row),
});

export const fromLooseDocument = ({ companyId, due, ...same }: LooseDocument) => ({
  ...same,
  company_id: companyId,
  ...fromDue(due),
});
