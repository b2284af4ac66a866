import { sql, type Kysely } from 'kysely';
import type { Builder } from '../builder.ts';
import type { RowOf } from '../entities/entities.ts';
import { namesOf } from '../entities/selection.ts';
import { placesOf, valuesOf, type CompanyAndId } from '../rows.ts';
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

/**
 * A company's list, numbered without gaps. One statement counts and adds: the company's counter stays locked until the
 * transaction ends and is rolled back with it, so that the last number is the list's length; concurrent additions of the
 * company wait.
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
          .returning(`${list} as ordinal`),
      )
      .insertInto(name)
      .columns([...columns, 'ordinal', ...(table === 'quote' ? ['vehicleOrdinal'] : [])])
      .expression((db) => {
        const ofVehicle = { companyId: given['companyId'], vehicleId: given['vehicleId'] };
        const row = db.selectFrom('counted').select([...placesOf(valuesOf(columns, given)), 'counted.ordinal']);
        return table === 'quote' ? row.select(nextInVehicle(table, ofVehicle).as('vehicleOrdinal')) : row;
      });
  const add = statement<Values, unknown>(`count and add ${table}`, adding);
  const addUnlessTaken = statement<Values, unknown>(`count and add ${table} unless taken`, (given) =>
    // Answers the row that was added: a cluster's coordinator counts also what was left out.
    adding(given)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  const uncount = statement(`uncount ${table}`, ({ companyId }: { companyId: string }) =>
    builder
      .updateTable('company_counter')
      .set((db) => ({ [list]: db(list, '-', 1) }))
      .where('companyId', '=', companyId),
  );
  return {
    add: async (session: Session, row: RowOf<Table>): Promise<void> => {
      await session.send(add(storable(row) as Values));
    },
    /** False where another row has a value that must be unique: then nothing was counted either. */
    addUnlessTaken: async (session: Session, row: RowOf<Table>): Promise<boolean> => {
      const added = await session.run(addUnlessTaken(storable(row) as Values));
      if (added.length === 0) await session.run(uncount({ companyId: (row as CompanyAndId).companyId }));
      return added.length === 1;
    },
  };
};
