import { KeyTaken, type EventType, type StoredResponse } from '@vehicle-insurance/core';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import type { RowOf } from '../tables/entities.ts';
import { namesOf } from '../tables/selection.ts';
import { placesOf, valuesOf } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { storable } from '../database/text.ts';

type Values = Readonly<Record<string, unknown>>;
type List = 'vehicles' | 'quotes';

/**
 * The next number in a vehicle's list. If another unit of work has just used the number, the unique index rejects the
 * row, and the unit of work is retried.
 */
export const nextInVehicle = (
  table: 'quote' | 'contract',
  { companyId, vehicleId }: { readonly companyId: unknown; readonly vehicleId: unknown },
) =>
  sql<number>`(select coalesce(max(vehicle_ordinal), 0) + 1 from ${sql.table(table)}
    where company_id = ${companyId} and vehicle_id = ${vehicleId})`;

/**
 * Whether the new vehicle's plate and external id are free. If another transaction is adding the same value, the unique
 * index rejects the row.
 */
const isFree = (vehicle: Values) =>
  sql<boolean>`not exists (
    select from vehicle where company_id = ${vehicle['companyId']}
    and (licence_plate = ${vehicle['licencePlate']} or external_id = ${vehicle['externalId']})
  )`;

/** The columns of a stored response. The response has the same id as the new row. */
const KEPT = ['key', 'fingerprint', 'id', 'answer', 'expires'];

const ADDITIONS = { vehicle: 'vehicle.registered', quote: 'quote.created' } as const satisfies Record<
  string,
  EventType
>;

/**
 * A company's list, numbered without gaps. An addition increments the counter, adds the row and adds the row's event,
 * all or nothing. The transaction locks the counter until the transaction ends, and a rollback restores the counter. So
 * the counter equals the list's length, and concurrent additions of the company wait.
 */
export const numberedList = <Table extends 'vehicle' | 'quote'>(builder: Builder, table: Table, list: List) => {
  const anyTable = builder as unknown as Kysely<Record<string, Values>>;
  const name: string = table;
  const columns: readonly string[] = [...namesOf(table), 'searchKeys'];
  const all = [...columns, 'ordinal', ...(table === 'quote' ? ['vehicleOrdinal'] : [])];
  const isAddable = (given: Values) => (table === 'vehicle' ? isFree(given) : sql<boolean>`true`);
  const counting = (db: Pick<typeof anyTable, 'updateTable'>, { companyId }: Values, where: RawBuilder<boolean>) =>
    db
      .updateTable('company_counter')
      .set({ [list]: sql`${sql.ref(list)} + 1` })
      .where('companyId', '=', companyId)
      .where(where);
  const eventOf = ({ companyId, id, created }: Values) => ({
    companyId,
    type: ADDITIONS[table],
    subjectId: id,
    at: created,
  });
  const placeIn = ({ companyId, vehicleId }: Values) =>
    table === 'quote' ? [nextInVehicle(table, { companyId, vehicleId }).as('vehicleOrdinal')] : [];
  const adding = (db: Pick<typeof anyTable, 'with'>, given: Values, where: RawBuilder<boolean>) =>
    db
      .with('counted', (counter) => counting(counter, given, where).returning(`${list} as ordinal`))
      .with('event_added', (events) =>
        events
          .insertInto('event')
          .columns(['companyId', 'type', 'subjectId', 'at'])
          .expression((from) => from.selectFrom('counted').select(placesOf(eventOf(given)))),
      )
      .insertInto(name)
      .columns(all)
      .expression((from) =>
        from
          .selectFrom('counted')
          .select([...placesOf(valuesOf(columns, given)), 'counted.ordinal'])
          .select(placeIn(given)),
      );
  const inOne = [
    statement<Values, unknown>(`count and add ${table}`, (given) => adding(anyTable, given, isAddable(given))),
  ];
  /**
   * Adds the response unless its key exists, and adds the row only if the response was added. The insert detects an
   * existing key by the unique index. A query for the key would be unsafe: its plan would depend on the number of keys
   * when the connection prepared the query.
   */
  const inOneWithAnswer = [
    statement<Values, unknown>(`count and add ${table} with answer`, (given) =>
      adding(
        anyTable.with('kept', (db) =>
          db
            .insertInto('idempotency_key')
            .columns(['companyId', ...KEPT])
            .expression((from) =>
              from
                .selectFrom((list) =>
                  list
                    .selectFrom('company_counter')
                    .select('companyId')
                    .where('companyId', '=', given['companyId'])
                    .where(isAddable(given))
                    .as('addable'),
                )
                .select(['addable.companyId', ...placesOf(valuesOf(KEPT, given))]),
            )
            .onConflict((conflict) => conflict.doNothing())
            .returning('key'),
        ),
        given,
        sql<boolean>`exists (select from kept)`,
      ),
    ),
  ];
  /**
   * Adds the row by separate statements, in two cases. First, in a distributed database: Citus would send the result of
   * a CTE to every node, including a lost node. Each separate statement runs on the company's node. Second, on a retry
   * after a conflict: a single statement would read the vehicle's next number before waiting for the company's counter.
   * The transaction that holds the counter may use that number.
   */
  const oneByOne = [
    statement<Values, unknown>(`count ${table}`, (given) => counting(anyTable, given, isAddable(given))),
    statement<Values, unknown>(`add event of ${table}`, (given) => anyTable.insertInto('event').values(eventOf(given))),
    statement<Values, unknown>(`add counted ${table}`, (given) => {
      const { companyId, ...others } = valuesOf(columns, given);
      return anyTable
        .insertInto(name)
        .columns(['companyId', ...all.filter((column) => column !== 'companyId')])
        .expression((db) =>
          db
            .selectFrom((from) =>
              from
                .selectFrom('company_counter')
                .select(['companyId', `${list} as ordinal`])
                .where('companyId', '=', companyId)
                .as('counted'),
            )
            .select(['counted.companyId', ...placesOf(others), 'counted.ordinal'])
            .select(placeIn(given)),
        );
    }),
  ];
  const oneByOneWithAnswer = [
    statement<Values, unknown>(`keep answer of ${table}`, (given) =>
      anyTable
        .insertInto('idempotency_key')
        .values(valuesOf(['companyId', ...KEPT], given))
        .onConflict((conflict) => conflict.doNothing()),
    ),
    ...oneByOne,
  ];
  const keyAgain = statement<Values, unknown>(`key of ${table}`, ({ companyId, key }) =>
    anyTable.selectFrom('idempotency_key').select('id').where('companyId', '=', companyId).where('key', '=', key),
  );
  /** Queues the row (`addLater`), so that the transaction locks the company's counter as briefly as possible. */
  return async (
    session: Session,
    row: RowOf<Table> & { readonly searchKeys: readonly string[] },
    kept?: StoredResponse,
  ): Promise<void> => {
    const given = { ...kept, ...(storable(row) as Values) };
    if (kept && session.isRunAgain && (await session.run(keyAgain(given))).length > 0) throw new KeyTaken();
    const [together, apart] = kept ? [inOneWithAnswer, oneByOneWithAnswer] : [inOne, oneByOne];
    for (const add of session.isSpread || session.isRunAgain ? apart : together) session.addLater(add(given));
  };
};
