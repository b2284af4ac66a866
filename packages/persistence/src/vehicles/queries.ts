import type { VehicleQueries } from '@vehicle-insurance/core';
import { sql } from 'kysely';
import { columnsOf, partOf, partsOf } from '../tables/selection.ts';
import type { TypedDatabase } from '../tables/builder.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds, isStorable } from '../database/text.ts';
import { emptyPage, entriesOnPage, onPage, toPage, type OnPage } from '../companies/pages.ts';

/** Plate and external id are unique in a company: each finds one vehicle or none. */
interface Matching {
  readonly companyId: string;
  readonly licencePlate: string | null;
  readonly externalId: string | null;
}

export const vehicleQueries = ({ query, builder }: Pick<TypedDatabase, 'query' | 'builder'>): VehicleQueries => {
  const part = partsOf({ vehicle: partOf('vehicle') });
  const vehicles = builder.selectFrom('vehicle').select(columnsOf('vehicle'));
  const one = statement('vehicle', ({ companyId, id }: CompanyAndId) =>
    vehicles.where('companyId', '=', companyId).where('id', '=', id),
  );
  const any = statement('any vehicle', ({ id }: { id: string }) => vehicles.where('id', '=', id));
  const page = statement('vehicles', ({ companyId, before, limit }: OnPage) =>
    entriesOnPage(builder, 'vehicle', { companyId, before, limit }).select(part.selected),
  );
  const matching = statement('vehicles matching', ({ companyId, licencePlate, externalId }: Matching) =>
    vehicles
      .where('companyId', '=', companyId)
      .where(sql<boolean>`(${licencePlate}::text is null or licence_plate = ${licencePlate})`)
      .where(sql<boolean>`(${externalId}::text is null or external_id = ${externalId})`),
  );

  return {
    find: async (companyId, id) => (areIds(companyId, id) ? (await query(one({ companyId, id })))[0] : undefined),
    inspect: async (id) => (areIds(id) ? (await query(any({ id })))[0] : undefined),
    page: async (companyId, { licencePlate, externalId }, request) => {
      const wanted = [licencePlate, externalId].filter((text) => text !== undefined);
      if (!areIds(companyId) || !wanted.every(isStorable)) return emptyPage(request);
      if (wanted.length === 0)
        return toPage(await query(page(onPage(companyId, request))), request, part.isIn, (row) => part.of(row).vehicle);
      const given = { companyId, licencePlate: licencePlate ?? null, externalId: externalId ?? null };
      const found = await query(matching(given));
      return { ...emptyPage(request), data: request.page === 1 ? found : [], total: found.length };
    },
  };
};
