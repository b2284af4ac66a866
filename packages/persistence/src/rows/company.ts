import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Company } from '@vehicle-insurance/core';
import { instant } from './columns.ts';

export const CompanyRow = defineEntity({
  name: 'CompanyRow',
  tableName: 'company',
  properties: {
    id: p.uuid().primary(),
    number: p.integer(),
    name: p.string(),
    enabled: p.boolean(),
    intermediary_code: p.string().strictNullable(),
    office: p.string().strictNullable(),
    created: p.string(),
    version: p.integer().version(),
  },
});
export type CompanyRow = InferEntity<typeof CompanyRow>;

export const toCompany = (row: CompanyRow): Company => ({
  id: row.id,
  number: row.number,
  name: row.name,
  enabled: row.enabled,
  intermediaryCode: row.intermediary_code,
  office: row.office,
  created: instant(row.created),
});

/** Without its number, which the database assigns. */
export const fromCompany = ({ id, name, enabled, intermediaryCode, office, created }: Omit<Company, 'number'>) => ({
  id,
  name,
  enabled,
  intermediary_code: intermediaryCode,
  office,
  created,
});
