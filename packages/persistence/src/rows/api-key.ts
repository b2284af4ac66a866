import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { ApiKey, Environment } from '@vehicle-insurance/core';
import { instant, instantOrNull } from './columns.ts';

export const ApiKeyRow = defineEntity({
  name: 'ApiKeyRow',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    company_id: p.uuid(),
    environment: p.string().$type<Environment>(),
    label: p.string().strictNullable(),
    prefix: p.string(),
    hash: p.string(),
    created: p.string(),
    expires: p.string().strictNullable(),
    revoked: p.string().strictNullable(),
    last_used: p.string().strictNullable(),
    version: p.integer().version(),
  },
});
export type ApiKeyRow = InferEntity<typeof ApiKeyRow>;

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  companyId: row.company_id,
  environment: row.environment,
  label: row.label,
  prefix: row.prefix,
  hash: row.hash,
  created: instant(row.created),
  expires: instantOrNull(row.expires),
  revoked: instantOrNull(row.revoked),
  lastUsed: instantOrNull(row.last_used),
});

export const fromApiKey = ({ companyId, lastUsed, ...same }: ApiKey) => ({
  ...same,
  company_id: companyId,
  last_used: lastUsed,
});
