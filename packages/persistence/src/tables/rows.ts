import { sql, type Insertable, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Builder } from './builder.ts';
import type { ColumnOf, RowOf, TableName, Tables } from './entities.ts';
import { columnsOf, isGiven, namesOf } from './selection.ts';
import { conflict } from '../database/failures.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds, storable } from '../database/text.ts';

type Key<Name extends TableName> = readonly ColumnOf<Name>[];
type Found<Name extends TableName> = RowOf<Name> & { readonly version: number };
type Values = Readonly<Record<string, unknown>>;

export interface CompanyAndId {
  readonly companyId: string;
  readonly id: string;
}

/** The rows of a table in units of work, which find, add and save them. */
export interface Rows<Name extends TableName> {
  /** The current row with this key, which the unit of work can then save. A text that is not an id matches no row. */
  find(session: Session, ...key: readonly string[]): Promise<RowOf<Name> | undefined>;
  /** Declares a query for a current row, which the unit of work can then save. */
  finder<Given extends object>(
    name: string,
    where: (query: Query<Name>, given: Given) => Query<Name>,
  ): (session: Session, given: Given) => Promise<RowOf<Name> | undefined>;
  /** Adds a row, which the unit of work can then save. */
  add(session: Session, row: RowOf<Name>): Promise<void>;
  /** Registers a row that another statement of this session has added, so that the unit of work can save the row. */
  added(session: Session, row: RowOf<Name>): void;
  /** Like `add`, but returns false and adds nothing if another row already has a value that must be unique. */
  addUnlessTaken(session: Session, row: RowOf<Name>): Promise<boolean>;
  /**
   * Writes a row at once, and returns its previous content. Throws if this session has neither found nor added the row,
   * or if another transaction has changed the row since.
   */
  save(session: Session, row: RowOf<Name>): Promise<RowOf<Name>>;
}

type Query<Name extends TableName> = SelectQueryBuilder<Tables, Name, object>;

/** The version of a new row, which is also the default of the tables. */
const FIRST_VERSION = 1;

export const valuesOf = (columns: readonly string[], given: Values): Values =>
  Object.fromEntries(columns.map((column) => [column, given[column]]));

/** Selects values under the names of their columns. */
export const placesOf = (values: Values) => Object.entries(values).map(([column, value]) => sql`${value}`.as(column));

/** The values of a new row, without the columns that the database fills. */
export const newRow = <Name extends TableName>(table: Name, row: Insertable<Tables[Name]>): Insertable<Tables[Name]> =>
  valuesOf(
    namesOf(table).filter((column) => !isGiven(table, column)),
    row,
  ) as Insertable<Tables[Name]>;

/** The key of a row in `Session.found`. */
const nameOf = (table: TableName, key: readonly unknown[]): string => [table, ...key].join(' ');

/**
 * Registers that another statement of this session has changed a row and its version. If another transaction has
 * changed the row too, saving the row still causes a conflict.
 */
export const rowChanged = (session: Session, table: TableName, key: readonly string[], version: number): void => {
  const found = session.found.get(nameOf(table, key));
  if (found?.version === version - 1) session.found.set(nameOf(table, key), { ...found, version });
};

/**
 * A table's rows in units of work. If another transaction has changed a row since the session found it, saving the row
 * causes a conflict. The row's version shows the change.
 */
export const rowsOf = <Name extends TableName>(builder: Builder, table: Name, key: Key<Name>): Rows<Name> => {
  // This code is generic for all tables, so the compiler cannot check the column names here. The callers are typed.
  const anyTable = builder as unknown as Kysely<Record<string, Values>>;
  const name: string = table;
  const columns: readonly string[] = namesOf(table);
  const isKey = (column: string): boolean => (key as readonly string[]).includes(column);
  const keyOf = (row: object): string =>
    nameOf(
      table,
      key.map((each) => (row as Values)[each]),
    );
  const inserting = (given: Values) => anyTable.insertInto(name).values(valuesOf(columns, given));
  const insert = statement<Values, unknown>(`add ${table}`, inserting);
  const insertUnlessTaken = statement<Values, unknown>(`add ${table} unless taken`, (given) =>
    inserting(given).onConflict((conflict) => conflict.doNothing()),
  );
  const update = statement<Values, unknown>(`save ${table}`, (given) => {
    const written = columns.filter((column) => !isKey(column) && !isGiven(table, column));
    let saving = anyTable
      .updateTable(name)
      .set({ ...valuesOf(written, given), version: sql`version + 1` })
      .where('version', '=', given['version']);
    for (const column of key as readonly string[]) saving = saving.where(column, '=', given[column]);
    return saving;
  });
  const toStorable = (row: object): Values => storable(row) as Values;
  const added = (session: Session, row: RowOf<Name>): void =>
    void session.found.set(keyOf(row), { row, version: FIRST_VERSION });

  const finder: Rows<Name>['finder'] = <Given extends object>(
    title: string,
    where: (query: Query<Name>, given: Given) => Query<Name>,
  ) => {
    const find = statement<Given, Found<Name>>(title, (given) => {
      const all = anyTable
        .selectFrom(name)
        .select([...(columnsOf(table) as readonly string[]), `${table}.version as version`]);
      return where(all, given);
    });
    return async (session: Session, given: Given) => {
      const [found] = await session.run(find(given));
      if (!found) return undefined;
      const { version, ...row } = found;
      session.found.set(keyOf(row), { row, version });
      return row as unknown as RowOf<Name>;
    };
  };
  const withKey = finder<Values>(`find ${table}`, (query, given) =>
    (key as readonly string[]).reduce((found, column) => found.where(sql.ref(column), '=', given[column]), query),
  );

  return {
    find: async (session, ...values) =>
      areIds(...values)
        ? withKey(session, Object.fromEntries(key.map((column, index) => [column, values[index]])))
        : undefined,
    finder,
    add: async (session, row) => {
      await session.send(insert(toStorable(row)));
      added(session, row);
    },
    added,
    addUnlessTaken: async (session, row) => {
      const { rowCount } = await session.send(insertUnlessTaken(toStorable(row)));
      if (rowCount !== 1) return false;
      added(session, row);
      return true;
    },
    save: (session, row) =>
      session.failingWith(async () => {
        const found = session.found.get(keyOf(row));
        if (!found) throw new Error(`${keyOf(row)} was not found in this unit of work: find it before saving it`);
        const { version } = found;
        const { rowCount } = await session.send(update({ ...toStorable(row), version }));
        if (rowCount !== 1) throw conflict(`${keyOf(row)} was changed by another unit of work`);
        session.found.set(keyOf(row), { row, version: version + 1 });
        return found.row as RowOf<Name>;
      }),
  };
};
