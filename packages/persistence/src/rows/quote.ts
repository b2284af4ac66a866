import type { Coverage, Duration, LocalDate, Premium, Quote, Usage } from '@vehicle-insurance/core';
import { instant } from './columns.ts';

/** A row of `quote`. Immutable, so MikroORM need not know it. */
export interface QuoteRow {
  readonly company_id: string;
  readonly id: string;
  readonly vehicle_id: string;
  readonly coverage: Coverage;
  readonly catalogue_version: number;
  readonly premium: Premium;
  readonly duration: Duration;
  readonly usage: Usage;
  readonly start_date: LocalDate;
  readonly policyholder_name: string;
  readonly policyholder_phone: string | null;
  readonly created: string;
}

export const toQuote = (row: QuoteRow): Quote => ({
  id: row.id,
  companyId: row.company_id,
  vehicleId: row.vehicle_id,
  coverage: row.coverage,
  catalogueVersion: row.catalogue_version,
  premium: row.premium,
  duration: row.duration,
  usage: row.usage,
  startDate: row.start_date,
  policyholder: { name: row.policyholder_name, phone: row.policyholder_phone },
  created: instant(row.created),
});

export const fromQuote = (quote: Quote): QuoteRow => ({
  company_id: quote.companyId,
  id: quote.id,
  vehicle_id: quote.vehicleId,
  coverage: quote.coverage,
  catalogue_version: quote.catalogueVersion,
  premium: quote.premium,
  duration: quote.duration,
  usage: quote.usage,
  start_date: quote.startDate,
  policyholder_name: quote.policyholder.name,
  policyholder_phone: quote.policyholder.phone,
  created: quote.created,
});
