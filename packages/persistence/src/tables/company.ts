import { defineEntity } from '@mikro-orm/core';
import type { Environment } from '@vehicle-insurance/core';
import { amount, flag, instant, instantOrNull, serialNumber, text, textOrNull, uuid, versioned } from './columns.ts';

export const CompanyEntity = defineEntity({
  name: 'Company',
  tableName: 'company',
  properties: {
    id: uuid().primary(),
    number: serialNumber(),
    name: text(),
    enabled: flag(),
    intermediaryCode: textOrNull(),
    office: textOrNull(),
    legalForm: textOrNull(),
    address: textOrNull(),
    licence: textOrNull(),
    phone: textOrNull(),
    created: instant(),
    ...versioned,
  },
});

/** The last ordinal given in each of a company's lists, which is also its length. */
export const CompanyCounterEntity = defineEntity({
  name: 'CompanyCounter',
  tableName: 'company_counter',
  properties: { companyId: uuid().primary(), vehicles: amount(), quotes: amount(), contracts: amount() },
});

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: uuid().primary(),
    companyId: uuid(),
    environment: text<Environment>(),
    label: textOrNull(),
    prefix: text(),
    hash: text(),
    created: instant(),
    expires: instantOrNull(),
    revoked: instantOrNull(),
    lastUsed: instantOrNull(),
    ...versioned,
  },
});
