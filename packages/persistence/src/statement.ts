import type { Compilable } from 'kysely';
import { ENTITIES, type ColumnOf, type OwnColumnOf, type RowOf, type TableName } from './entities/entities.ts';

/** A statement with its values, as the driver takes it: a connection prepares it once under its name. */
export interface Prepared<Row = unknown> {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  /** Of what it answers; there is no such field. */
  readonly row?: Row;
}

/** A statement that is compiled when it is first used, and then used with other values. */
export type Statement<Given, Row> = (given: Given) => Prepared<Row>;

/** Stands for a value while a statement is compiled. */
class Place {
  readonly field: string;
  constructor(field: string) {
    this.field = field;
  }
}

/** A place for each value; to the compiler it is the value that will be there. */
const PLACES = new Proxy(
  {},
  {
    get: (_, field) => new Place(String(field)),
    ownKeys: () => {
      throw new Error('a statement names each value that it takes: there is no rest of them');
    },
  },
);

/** Declares a statement. What `build` takes from its argument is no value yet: it can only be passed on. */
export const statement = <Given extends object, Row>(
  name: string,
  build: (given: Given) => Compilable<Row>,
): Statement<Given, Row> => {
  let compiled: { readonly sql: string; readonly parameters: readonly unknown[] } | undefined;
  return (given) => {
    compiled ??= build(PLACES as Given).compile();
    const { sql: text, parameters } = compiled;
    const values = parameters.map((each) => (each instanceof Place ? given[each.field as keyof Given] : each));
    return { name, text, values };
  };
};

/** A statement for one use, whose text depends on what is asked for: it is not kept prepared. */
export const once = <Row>(built: Compilable<Row>): Prepared<Row> => {
  const { sql: text, parameters } = built.compile();
  return { text, values: [...parameters] };
};

/** A statement in plain SQL: of what the builder cannot say. */
export const plain = <Row>(name: string, text: string, values: readonly unknown[] = []): Prepared<Row> => ({
  name,
  text,
  values: [...values],
});

const OWN: Readonly<Partial<Record<TableName, readonly string[]>>> = { vehicle: ['ordinal'], quote: ['ordinal'] };
const OWN_OF_ALL: readonly string[] = ['version', 'leaseToken', 'leasedUntil'];

const propertiesOf = (name: TableName) => {
  const entity = ENTITIES.find(({ meta }) => meta.tableName === name);
  if (!entity) throw new Error(`no entity describes the table ${name}`);
  return entity.meta.properties as Readonly<Record<string, { readonly autoincrement?: boolean }>>;
};

/** Whether the database gives the column its value. */
export const isGiven = (name: TableName, column: string): boolean => propertiesOf(name)[column]?.autoincrement ?? false;

/** The columns of a table that make up what it keeps. */
export const namesOf = <Name extends TableName>(name: Name): readonly Exclude<ColumnOf<Name>, OwnColumnOf<Name>>[] => {
  const own = [...OWN_OF_ALL, ...(OWN[name] ?? [])];
  return Object.keys(propertiesOf(name)).filter((each) => !own.includes(each)) as never;
};

/** The same, to be selected from the table or from an alias of it. */
export const columnsOf = <Name extends TableName, Alias extends string = Name>(
  name: Name,
  alias?: Alias,
): readonly `${Alias}.${Exclude<ColumnOf<Name>, OwnColumnOf<Name>>}`[] =>
  namesOf(name).map((column) => `${alias ?? name}.${column}`) as never;

/** The columns of a table beside those of others, and its row out of what a statement answers. */
export interface Part<Name extends TableName, Alias extends string> {
  readonly columns: readonly Among<Alias, Exclude<ColumnOf<Name>, OwnColumnOf<Name>>>[];
  readonly of: (answered: object) => RowOf<Name>;
}

type Among<Alias extends string, Column extends string> = {
  readonly [Each in Column]: `${Alias}.${Each} as ${Alias}.${Each}`;
}[Column];

export const partOf = <Name extends TableName, Alias extends string = Name>(
  name: Name,
  alias: Alias = name as unknown as Alias,
): Part<Name, Alias> => {
  const names: readonly string[] = namesOf(name);
  const pairs = names.map((column) => [column, `${alias}.${column}`] as const);
  return {
    columns: pairs.map(([, path]) => `${path} as ${path}`) as never,
    of: (answered) => {
      const row: Record<string, unknown> = {};
      for (const [column, path] of pairs) row[column] = (answered as Readonly<Record<string, unknown>>)[path];
      return row as RowOf<Name>;
    },
  };
};
