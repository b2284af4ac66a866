import type { VehicleQueries } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { areIds, isStorable } from '../rows/columns.ts';
import { toVehicle, type VehicleRow } from '../rows/vehicle.ts';
import { emptyPage, entriesBefore, pageOfAll, toPage, type PageRow } from './pages.ts';

const ONE = 'select row_to_json(entry) as item from vehicle entry where company_id = $1 and id = $2';

const ANY = 'select row_to_json(entry) as item from vehicle entry where id = $1';

const PAGE = pageOfAll({ table: 'vehicle', counter: 'vehicles', item: 'row_to_json(entry)' });

/** Plate and external id are unique in a company: each finds one vehicle or none. */
const MATCHING = `
  select 1::bigint as total, row_to_json(entry) as item from vehicle entry
  where company_id = $1 and ($2::text is null or licence_plate = $2) and ($3::text is null or external_id = $3)`;

export const vehicleQueries = ({ query }: Database): VehicleQueries => ({
  find: async (companyId, id) => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await query<{ item: VehicleRow }>('vehicle', ONE, [companyId, id]);
    return row && toVehicle(row.item);
  },
  inspect: async (id) => {
    if (!areIds(id)) return undefined;
    const [row] = await query<{ item: VehicleRow }>('any vehicle', ANY, [id]);
    return row && toVehicle(row.item);
  },
  page: async (companyId, { licencePlate, externalId }, page) => {
    const wanted = [licencePlate, externalId].filter((text) => text !== undefined);
    if (!areIds(companyId) || !wanted.every(isStorable)) return emptyPage(page);
    if (wanted.length === 0) {
      const rows = await query<PageRow<VehicleRow>>('vehicles', PAGE, [companyId, entriesBefore(page), page.limit]);
      return toPage(rows, page, toVehicle);
    }
    const values = [companyId, licencePlate ?? null, externalId ?? null];
    const matching = toPage(await query<PageRow<VehicleRow>>('vehicles matching', MATCHING, values), page, toVehicle);
    return page.page === 1 ? matching : { ...matching, data: [] };
  },
});
