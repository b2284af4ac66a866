import type { ContractView, ContractViews } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { toCertificateRequest, type CertificateRequestRow } from '../rows/certificate-request.ts';
import { toChange, type ChangeRow } from '../rows/change.ts';
import { areIds } from '../rows/columns.ts';
import type { CompanyRow } from '../rows/company.ts';
import { toContract, type ContractRow } from '../rows/contract.ts';
import { toQuote, type QuoteRow } from '../rows/quote.ts';
import { toVehicle, type VehicleRow } from '../rows/vehicle.ts';
import { emptyPage, entriesBefore, pageOfAll, pageOfVehicle, toPage, type List, type PageRow } from './pages.ts';

const CERTIFICATE_REQUEST = `(
  select row_to_json(request) from certificate_request request
  where request.company_id = entry.company_id and request.contract_id = entry.id)`;

const QUOTE = `(
  select row_to_json(quote) from quote where quote.company_id = entry.company_id and quote.id = entry.quote_id)`;

const VEHICLE = `(
  select row_to_json(vehicle) from vehicle
  where vehicle.company_id = entry.company_id and vehicle.id = entry.vehicle_id)`;

const COMPANY = `(select row_to_json(company) from company where company.id = entry.company_id)`;

const HISTORY = `(
  select json_agg(change order by number) from change
  where change.company_id = entry.company_id and change.subject_id = entry.id)`;

const CONTRACTS: List = {
  table: 'contract',
  counter: 'contracts',
  item: `json_build_object(
    'contract', row_to_json(entry), 'certificate_request', ${CERTIFICATE_REQUEST}, 'quote', ${QUOTE},
    'vehicle', ${VEHICLE}, 'company', ${COMPANY})`,
};

const PAGE = pageOfAll(CONTRACTS);
const PAGE_OF_VEHICLE = pageOfVehicle(CONTRACTS);
const ONE = `select ${CONTRACTS.item} as item from contract entry where company_id = $1 and id = $2`;
const WITH_HISTORY = `select ${CONTRACTS.item} as item, ${HISTORY} as history from contract entry where id = $1`;

/** Ids count up, so their order is that of the contracts themselves. Values: until when, how many. */
const LATEST = `select ${CONTRACTS.item} as item from contract entry
  where $1::timestamptz is null or created <= $1 order by id desc limit $2`;

/** A certificate that is not issued is found in an index of its own, written out so that every plan knows it. */
const latestWith = (certificate: string): string => `
  select ${CONTRACTS.item} as item from certificate_request request
  join contract entry on entry.company_id = request.company_id and entry.id = request.contract_id
  where request.status = '${certificate}' and entry.cancelled_at is null and ($1::timestamptz is null or request.created <= $1)
  order by request.created desc, request.contract_id desc limit $2`;

interface ContractItem {
  readonly contract: ContractRow;
  readonly certificate_request: CertificateRequestRow;
  readonly quote: QuoteRow;
  readonly vehicle: VehicleRow;
  readonly company: CompanyRow;
}

export const contractViews = ({ query }: Database): ContractViews => ({
  find: async (companyId, id) => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await query<{ item: ContractItem }>('contract', ONE, [companyId, id]);
    return row && toContractView(row.item);
  },
  page: async (companyId, { vehicleId }, page) => {
    if (!areIds(companyId, ...(vehicleId === undefined ? [] : [vehicleId]))) return emptyPage(page);
    const values = [companyId, entriesBefore(page), page.limit];
    const rows =
      vehicleId === undefined
        ? await query<PageRow<ContractItem>>('contracts', PAGE, values)
        : await query<PageRow<ContractItem>>('contracts of vehicle', PAGE_OF_VEHICLE, [...values, vehicleId]);
    return toPage(rows, page, toContractView);
  },
  list: async ({ certificate, until }, most) => {
    const rows =
      certificate === undefined
        ? await query<{ item: ContractItem }>('latest contracts', LATEST, [until ?? null, most])
        : await query<{ item: ContractItem }>(`contracts ${certificate}`, latestWith(certificate), [
            until ?? null,
            most,
          ]);
    return rows.map(({ item }) => toContractView(item));
  },
  inspect: async (id) => {
    if (!areIds(id)) return undefined;
    const [row] = await query<{ item: ContractItem; history: ChangeRow[] | null }>(
      'contract with history',
      WITH_HISTORY,
      [id],
    );
    return row && { ...toContractView(row.item), history: (row.history ?? []).map(toChange) };
  },
});

const toContractView = (item: ContractItem): ContractView => ({
  contract: toContract(item.contract),
  certificateRequest: toCertificateRequest(item.certificate_request),
  quote: toQuote(item.quote),
  vehicle: toVehicle(item.vehicle),
  companyName: item.company.name,
  intermediaryCode: item.company.intermediary_code,
  office: item.company.office,
});
