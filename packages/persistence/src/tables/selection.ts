import { sql, type AliasedExpression, type RawBuilder } from 'kysely';
import { instant } from '../database/text.ts';
import { ENTITIES, type ColumnOf, type OwnColumnOf, type RowOf, type TableName } from './entities.ts';

// The columns of tables, as statements name them.

const OWN: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  vehicle: ['ordinal', 'searchKeys'],
  quote: ['ordinal', 'paid', 'searchKeys', 'vehicleOrdinal'],
  contract: ['vehicleOrdinal', 'quoteOrdinal'],
  refund: ['insurer', 'coverage'],
};
const OWN_OF_ALL: readonly string[] = ['version', 'leaseToken', 'leasedUntil'];

interface Described {
  readonly autoincrement?: boolean;
  readonly columnType?: string;
}

const propertiesOf = (name: TableName) => {
  const entity = ENTITIES.find(({ meta }) => meta.tableName === name);
  if (!entity) throw new Error(`no entity describes the table ${name}`);
  return entity.meta.properties as Readonly<Record<string, Described>>;
};

/** Whether the database assigns the value of the column. */
export const isGiven = (name: TableName, column: string): boolean => propertiesOf(name)[column]?.autoincrement ?? false;

/** The columns of a table, without the store's own columns. */
export const namesOf = <Name extends TableName>(name: Name): readonly Exclude<ColumnOf<Name>, OwnColumnOf<Name>>[] => {
  const own = [...OWN_OF_ALL, ...(OWN[name] ?? [])];
  return Object.keys(propertiesOf(name)).filter((each) => !own.includes(each)) as never;
};

/** The columns of `namesOf`, written for a selection. */
export const columnsOf = <Name extends TableName>(
  name: Name,
): readonly `${Name}.${Exclude<ColumnOf<Name>, OwnColumnOf<Name>>}`[] =>
  namesOf(name).map((column) => `${name}.${column}`) as never;

/** All or some columns of a table, as a part of a result row. */
export interface Part<Row, Alias extends string> {
  /** The columns as a single JSON array, which takes less time than separate columns if there is one row. */
  readonly selected: AliasedExpression<unknown, Alias>;
  /** Extracts the part's row from a result row. */
  readonly of: (answered: object) => Row;
  /** Whether the part's row exists. A joined row may be missing. */
  readonly isIn: (answered: object) => boolean;
  /** The columns. `read` makes the part's row from the driver's values, starting at index `from`. */
  readonly places: readonly RawBuilder<unknown>[];
  readonly read: (values: readonly unknown[], from: number) => Row;
}

type Answered = Readonly<Record<string, readonly unknown[]>>;

export const partOf = <
  Name extends TableName,
  Alias extends string = Name,
  Column extends keyof RowOf<Name> & string = keyof RowOf<Name> & string,
>(
  name: Name,
  alias: Alias = name as unknown as Alias,
  names: readonly Column[] = namesOf(name) as never,
): Part<Pick<RowOf<Name>, Column>, Alias> => {
  const properties = propertiesOf(name);
  const isInstant = names.map((column) => properties[column]?.columnType?.startsWith('timestamptz') ?? false);
  const places = names.map((column) => sql.ref(`${alias}.${column}`));
  const valuesIn = (answered: object) => (answered as Answered)[alias] ?? [];
  const read = (values: readonly unknown[], from: number) => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < names.length; n += 1) row[names[n] ?? ''] = values[from + n];
    return row as Pick<RowOf<Name>, Column>;
  };
  const withInstants = (values: readonly unknown[]) =>
    values.map((value, n) => (isInstant[n] && typeof value === 'string' ? instant(value) : value));
  return {
    selected: sql`json_build_array(${sql.join([...places])})`.as(alias),
    of: (answered) => read(withInstants(valuesIn(answered)), 0),
    // The first column is never null in an existing row.
    isIn: (answered) => valuesIn(answered)[0] !== null,
    places,
    read,
  };
};

type RowsOf<Parts> = { readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Row, string> ? Row : never };

/**
 * Several parts, whose columns are named by their positions. For many rows, the server sends columns faster than it
 * builds arrays of them. A part whose first column is null is missing.
 */
export const partsOf = <Parts extends Readonly<Record<string, Part<unknown, string>>>>(parts: Parts) => {
  let columns = 0;
  const each = Object.entries(parts).map(([name, part]) => {
    const from = columns;
    columns += part.places.length;
    return { name, part, from };
  });
  return {
    selected: each.flatMap(({ part }) => part.places).map((place, n) => place.as(String(n))),
    of: (answered: object): RowsOf<Parts> => {
      const rows: Record<string, unknown> = {};
      for (const { name, part, from } of each) rows[name] = part.read(answered as readonly unknown[], from);
      return rows as RowsOf<Parts>;
    },
    /** Whether the named part has a row. Without a name, whether the first part has a row. */
    isIn: (answered: object, name?: keyof Parts): boolean => {
      const from = each.find((one) => one.name === name)?.from ?? 0;
      return (answered as readonly unknown[])[from] !== null;
    },
  };
};
