import type { EventType } from '@vehicle-insurance/core';
import { sql, type Kysely } from 'kysely';
import type { Builder } from '../builder.ts';
import type { RowOf } from '../entities/entities.ts';
import { namesOf } from '../entities/selection.ts';
import { placesOf, valuesOf } from '../rows.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';
import { storable } from '../text.ts';

type Values = Readonly<Record<string, unknown>>;
type List = 'vehicles' | 'quotes';

/**
 * The next place in a vehicle's list. One that another unit of work has just taken is refused by the table, and the work
 * is retried.
 */
export const nextInVehicle = (
  table: 'quote' | 'contract',
  { companyId, vehicleId }: { readonly companyId: unknown; readonly vehicleId: unknown },
) =>
  sql<number>`(select coalesce(max(vehicle_ordinal), 0) + 1 from ${sql.table(table)}
    where company_id = ${companyId} and vehicle_id = ${vehicleId})`;

/** Whether no vehicle has the names of the new one. One that is being added by another is refused by the table. */
const isFree = (vehicle: Values) =>
  sql<boolean>`not exists (
    select from vehicle where company_id = ${vehicle['companyId']}
    and (licence_plate = ${vehicle['licencePlate']} or external_id = ${vehicle['externalId']})
  )`;

/** What callers are told of an addition. */
const ADDITIONS = { vehicle: 'vehicle.registered', quote: 'quote.created' } as const satisfies Record<
  string,
  EventType
>;

/**
 * A company's list, numbered without gaps. One statement counts, adds and tells: the company's counter stays locked
 * until the transaction ends and is rolled back with it, so that the last number is the list's length; concurrent
 * additions of the company wait.
 */
export const numberedList = <Table extends 'vehicle' | 'quote'>(builder: Builder, table: Table, list: List) => {
  const loose = builder as unknown as Kysely<Record<string, Values>>;
  const name: string = table;
  const columns: readonly string[] = namesOf(table);
  const adding = (given: Values) =>
    loose
      .with('counted', (db) =>
        db
          .updateTable('company_counter')
          .set({ [list]: sql`${sql.ref(list)} + 1` })
          .where('companyId', '=', given['companyId'])
          .$if(table === 'vehicle', (counting) => counting.where(isFree(given)))
          .returning(`${list} as ordinal`),
      )
      .with('told', (db) =>
        db
          .insertInto('event')
          .columns(['companyId', 'type', 'subjectId', 'at'])
          .expression((from) =>
            from.selectFrom('counted').select(
              placesOf({
                companyId: given['companyId'],
                type: ADDITIONS[table],
                subjectId: given['id'],
                at: given['created'],
              }),
            ),
          ),
      )
      .insertInto(name)
      .columns([...columns, 'ordinal', ...(table === 'quote' ? ['vehicleOrdinal'] : [])])
      .expression((db) => {
        const ofVehicle = { companyId: given['companyId'], vehicleId: given['vehicleId'] };
        const row = db.selectFrom('counted').select([...placesOf(valuesOf(columns, given)), 'counted.ordinal']);
        return table === 'quote' ? row.select(nextInVehicle(table, ofVehicle).as('vehicleOrdinal')) : row;
      });
  const add = statement<Values, unknown>(`count and add ${table}`, adding);
  /** The row, which the unit of work adds when it is kept: only then the other additions of the company begin to wait. */
  return (session: Session, row: RowOf<Table>): void => session.addLater(add(storable(row) as Values));
};
