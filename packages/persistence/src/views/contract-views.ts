import type { ContractFilter, ContractDetails, ContractQueries } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { toCertificateRequest, type CertificateRequestRow } from '../rows/certificate-request.ts';
import { toChange, type ChangeRow } from '../rows/change.ts';
import { areIds } from '../rows/columns.ts';
import type { CompanyRow } from '../rows/company.ts';
import { toContract, type ContractRow } from '../rows/contract.ts';
import { toQuote, type QuoteRow } from '../rows/quote.ts';
import { toVehicle, type VehicleRow } from '../rows/vehicle.ts';
import { together, when } from './conditions.ts';
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

/** With a filter by certificate, from the index of certificates not issued. */
const listed = ({ certificate, status, companyId, since, until, ids }: ContractFilter) => {
  const [first, from] = certificate
    ? [
        'request',
        `certificate_request request
          join contract entry on entry.company_id = request.company_id and entry.id = request.contract_id`,
      ]
    : ['entry', 'contract entry'];
  const { where, name, values, next } = together([
    ...when('since', since, (at) => `${first}.created >= ${at}`),
    ...when('until', until, (at) => `${first}.created <= ${at}`),
    ...when('company', companyId, (id) => `${first}.company_id = ${id}`),
    ...when('ids', ids, (all) => `entry.id = any (${all}::uuid[])`),
  ]);
  const states = [
    certificate ? `request.status = '${certificate}' and entry.cancelled_at is null` : 'true',
    status ? `entry.status = '${status}'` : 'true',
  ].join(' and ');
  return {
    name: `contracts ${certificate ?? ''} ${status ?? ''} ${name}`,
    values,
    text: `
      select ${CONTRACTS.item} as item from (
        select entry.* from ${from} where ${where} and ${states}
        order by ${first}.created desc, entry.id desc limit ${next}
      ) entry
      order by entry.created desc, entry.id desc`,
  };
};

interface ContractItem {
  readonly contract: ContractRow;
  readonly certificate_request: CertificateRequestRow;
  readonly quote: QuoteRow;
  readonly vehicle: VehicleRow;
  readonly company: CompanyRow;
}

export const contractQueries = ({ query }: Database): ContractQueries => ({
  find: async (companyId, id) => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await query<{ item: ContractItem }>('contract', ONE, [companyId, id]);
    return row && toContractDetails(row.item);
  },
  page: async (companyId, { vehicleId }, page) => {
    if (!areIds(companyId, ...(vehicleId === undefined ? [] : [vehicleId]))) return emptyPage(page);
    const values = [companyId, entriesBefore(page), page.limit];
    const rows =
      vehicleId === undefined
        ? await query<PageRow<ContractItem>>('contracts', PAGE, values)
        : await query<PageRow<ContractItem>>('contracts of vehicle', PAGE_OF_VEHICLE, [...values, vehicleId]);
    return toPage(rows, page, toContractDetails);
  },
  list: async (filter, limit) => {
    if (!areIds(...(filter.companyId === undefined ? [] : [filter.companyId]), ...(filter.ids ?? []))) return [];
    const { name, text, values } = listed(filter);
    const rows = await query<{ item: ContractItem }>(name, text, [...values, limit]);
    return rows.map(({ item }) => toContractDetails(item));
  },
  inspect: async (id) => {
    if (!areIds(id)) return undefined;
    const [row] = await query<{ item: ContractItem; history: ChangeRow[] | null }>(
      'contract with history',
      WITH_HISTORY,
      [id],
    );
    return row && { ...toContractDetails(row.item), history: (row.history ?? []).map(toChange) };
  },
});

const toContractDetails = (item: ContractItem): ContractDetails => ({
  contract: toContract(item.contract),
  certificateRequest: toCertificateRequest(item.certificate_request),
  quote: toQuote(item.quote),
  vehicle: toVehicle(item.vehicle),
  companyName: item.company.name,
  intermediaryCode: item.company.intermediary_code,
  office: item.company.office,
});
