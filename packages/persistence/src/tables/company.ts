import { defineEntity } from '@mikro-orm/core';
import type { ContractStatus, Environment } from '@vehicle-insurance/core';
import {
  amount,
  counts,
  date,
  flag,
  instant,
  instantOrNull,
  serialNumber,
  text,
  textOrNull,
  uuid,
  versioned,
} from './columns.ts';

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

/** The last ordinal in each of a company's lists, which is also the list's length. */
export const CompanyCounterEntity = defineEntity({
  name: 'CompanyCounter',
  tableName: 'company_counter',
  properties: { companyId: uuid().primary(), vehicles: amount(), quotes: amount(), contracts: amount() },
});

/**
 * How many entries of a list have a status, counted by last day of cover and by section of ordinals. A row also counts
 * the entries in each block of its section. With these counts, a query finds any page of a filtered list without
 * reading the previous pages. Rows with the day `ALL_DAYS` count the entries of all days. A quote is counted only in
 * these rows, and only once it has a contract, under the contract's status.
 */
export const ListCountEntity = defineEntity({
  name: 'ListCount',
  tableName: 'list_count',
  properties: {
    companyId: uuid().primary(),
    list: text<'contract' | 'quote'>().primary(),
    status: text<ContractStatus>().primary(),
    endDate: date().primary(),
    section: amount().primary(),
    listed: amount(),
    blocks: counts(),
  },
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
