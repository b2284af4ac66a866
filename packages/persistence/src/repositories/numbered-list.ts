import { KeyTaken, type EventType, type KeptAnswer } from '@vehicle-insurance/core';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Builder } from '../builder.ts';
import type { RowOf } from '../entities/entities.ts';
import { namesOf } from '../entities/selection.ts';
import { placesOf, valuesOf } from '../rows.ts';
import type { Session } from '../session.ts';
import { statement } from '../prepared-statement.ts';
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

/** What is kept of an answer with the row it tells of, whose id is the answer's. */
const KEPT = ['key', 'fingerprint', 'id', 'answer', 'expires'];

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
  const all = [...columns, 'ordinal', ...(table === 'quote' ? ['vehicleOrdinal'] : [])];
  const isAddable = (given: Values) => (table === 'vehicle' ? isFree(given) : sql<boolean>`true`);
  const counting = (db: Pick<typeof loose, 'updateTable'>, { companyId }: Values, where: RawBuilder<boolean>) =>
    db
      .updateTable('company_counter')
      .set({ [list]: sql`${sql.ref(list)} + 1` })
      .where('companyId', '=', companyId)
      .where(where);
  const telling = ({ companyId, id, created }: Values) => ({
    companyId,
    type: ADDITIONS[table],
    subjectId: id,
    at: created,
  });
  const placeIn = ({ companyId, vehicleId }: Values) =>
    table === 'quote' ? [nextInVehicle(table, { companyId, vehicleId }).as('vehicleOrdinal')] : [];
  const adding = (db: Pick<typeof loose, 'with'>, given: Values, where: RawBuilder<boolean>) =>
    db
      .with('counted', (counter) => counting(counter, given, where).returning(`${list} as ordinal`))
      .with('told', (events) =>
        events
          .insertInto('event')
          .columns(['companyId', 'type', 'subjectId', 'at'])
          .expression((from) => from.selectFrom('counted').select(placesOf(telling(given)))),
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
    statement<Values, unknown>(`count and add ${table}`, (given) => adding(loose, given, isAddable(given))),
  ];
  /**
   * With its answer, which is added first where its key is new, and the row only where the answer was. By the key's own
   * index: a look for it would be planned by how many keys there were when the connection first asked.
   */
  const inOneWithAnswer = [
    statement<Values, unknown>(`count and add ${table} with answer`, (given) =>
      adding(
        loose.with('kept', (db) =>
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
   * The same where tables are spread: what one part of a statement hands to another, Citus sends to every node, one that
   * is lost among them. Each of these is done on the company's own. And after a conflict: a statement that waits for the
   * counter has looked for the vehicle's next place before, and found one that whoever it waited for has taken.
   */
  const oneByOne = [
    statement<Values, unknown>(`count ${table}`, (given) => counting(loose, given, isAddable(given))),
    statement<Values, unknown>(`tell of ${table}`, (given) => loose.insertInto('event').values(telling(given))),
    statement<Values, unknown>(`add counted ${table}`, (given) => {
      const { companyId, ...others } = valuesOf(columns, given);
      return loose
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
      loose
        .insertInto('idempotency_key')
        .values(valuesOf(['companyId', ...KEPT], given))
        .onConflict((conflict) => conflict.doNothing()),
    ),
    ...oneByOne,
  ];
  const keyAgain = statement<Values, unknown>(`key of ${table}`, ({ companyId, key }) =>
    loose.selectFrom('idempotency_key').select('id').where('companyId', '=', companyId).where('key', '=', key),
  );
  /** The row, which the unit of work adds when it is kept: only then the other additions of the company begin to wait. */
  return async (session: Session, row: RowOf<Table>, kept?: KeptAnswer): Promise<void> => {
    const given = { ...kept, ...(storable(row) as Values) };
    if (kept && session.isRunAgain && (await session.run(keyAgain(given))).length > 0) throw new KeyTaken();
    const [together, apart] = kept ? [inOneWithAnswer, oneByOneWithAnswer] : [inOne, oneByOne];
    for (const add of session.isSpread || session.isRunAgain ? apart : together) session.addLater(add(given));
  };
};
