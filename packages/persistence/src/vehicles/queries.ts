import type { VehicleListFilter, VehicleQueries } from '@vehicle-insurance/core';
import { expressionBuilder, sql } from 'kysely';
import { columnsOf, partOf, partsOf } from '../tables/selection.ts';
import type { TypedDatabase } from '../tables/builder.ts';
import { amongChosen, asChosen, idsIn, inOrderOf, isAfter, isChosen, type Chosen } from '../tables/chosen.ts';
import type { Tables } from '../tables/entities.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { unpreparedStatement, statement } from '../database/prepared-statement.ts';
import { areIds, isStorable } from '../database/text.ts';
import { emptyPage, entriesOnPage, onPage, toPage, type OnPage } from '../companies/pages.ts';

/** Plate and external id are unique in a company, so each finds at most one vehicle. */
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

  const chosenBy = ({ companyId, type, since, until, ids, after }: VehicleListFilter, limit: number) => {
    let chosen = builder
      .selectFrom('vehicle')
      .select(['vehicle.companyId', 'vehicle.id'])
      .orderBy('vehicle.created', 'desc')
      .orderBy('vehicle.id', 'desc')
      .limit(limit);
    if (companyId !== undefined) chosen = chosen.where('vehicle.companyId', '=', companyId);
    if (type !== undefined) chosen = chosen.where('vehicle.type', '=', type);
    if (since !== undefined) chosen = chosen.where('vehicle.created', '>=', since);
    if (until !== undefined) chosen = chosen.where('vehicle.created', '<=', until);
    if (ids !== undefined) chosen = chosen.where('vehicle.id', '=', sql<string>`any (${ids}::uuid[])`);
    if (after !== undefined) chosen = chosen.where(isAfter([sql.ref('vehicle.created'), sql.ref('vehicle.id')], after));
    return chosen;
  };
  /** The vehicle's latest quote, looked up by key. */
  const latestQuote = expressionBuilder<Tables, 'vehicle'>()
    .selectFrom('quote')
    .select(['quote.policyholderName', 'quote.policyholderPhone'])
    .whereRef('quote.companyId', '=', 'vehicle.companyId')
    .whereRef('quote.vehicleId', '=', 'vehicle.id')
    .orderBy('quote.vehicleOrdinal', 'desc')
    .limit(sql.lit(1));
  const listedPart = partOf('vehicle');
  const chosenDetails = statement('chosen vehicles', (chosen: Chosen) =>
    builder
      .selectFrom('vehicle')
      .innerJoin(amongChosen(chosen), (join) => join.on(isChosen('vehicle')))
      .innerJoin('company', 'company.id', 'vehicle.companyId')
      .leftJoinLateral(latestQuote.as('quote'), (join) => join.onTrue())
      .select([listedPart.selected, 'company.name as companyName'])
      .select(['quote.policyholderName', 'quote.policyholderPhone']),
  );

  return {
    list: async (filter, limit) => {
      if (!areIds(...idsIn(filter))) return [];
      const chosen = await query(unpreparedStatement(chosenBy(filter, limit)));
      const rows = await query(chosenDetails(asChosen(chosen)));
      const listed = rows.map((row) => ({
        vehicle: listedPart.of(row),
        companyName: row.companyName,
        policyholder:
          row.policyholderName === null ? null : { name: row.policyholderName, phone: row.policyholderPhone },
      }));
      return inOrderOf(chosen, listed, ({ vehicle }) => vehicle.id);
    },
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
