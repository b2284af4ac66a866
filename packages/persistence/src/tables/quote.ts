import { defineEntity } from '@mikro-orm/core';
import type { Coverage, Duration, Premium, Quote, Usage } from '@vehicle-insurance/core';
import { amount, date, flag, instant, integer, json, keys, text, textOrNull, uuid, type Row } from './columns.ts';

/**
 * Immutable, except `paid`, which becomes true when the quote gets its contract. Indexes use `paid` to separate paid
 * and unpaid quotes.
 */
export const QuoteEntity = defineEntity({
  name: 'Quote',
  tableName: 'quote',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    ordinal: amount(),
    vehicleId: uuid(),
    vehicleOrdinal: amount(),
    coverage: json<Coverage>(),
    catalogueVersion: integer(),
    premium: json<Premium>(),
    duration: integer<Duration>(),
    usage: text<Usage>(),
    startDate: date(),
    policyholderName: text(),
    policyholderPhone: textOrNull(),
    created: instant(),
    searchKeys: keys(),
    paid: flag().default(false),
  },
});

export const toQuote = ({
  policyholderName: name,
  policyholderPhone: phone,
  ...row
}: Omit<Row<typeof QuoteEntity>, 'ordinal' | 'vehicleOrdinal' | 'searchKeys' | 'paid'>): Quote => ({
  ...row,
  policyholder: { name, phone },
});

export const fromQuote = ({ policyholder: { name, phone }, ...quote }: Quote) => ({
  ...quote,
  policyholderName: name,
  policyholderPhone: phone,
});
