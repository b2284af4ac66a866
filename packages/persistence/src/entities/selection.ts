import { ENTITIES, type ColumnOf, type OwnColumnOf, type RowOf, type TableName } from './entities.ts';

// The columns of tables, as statements name them.

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
