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

/** The columns of a table beside those of others, and its part of a row that is answered. */
export interface Part<Name extends TableName, Alias extends string> {
  readonly columns: readonly Among<Alias, Exclude<ColumnOf<Name>, OwnColumnOf<Name>>>[];
  readonly of: (answered: object) => RowOf<Name>;
  /** Whether there was such a row: one that was joined may not be there. */
  readonly isIn: (answered: object) => boolean;
}

type Among<Alias extends string, Column extends string> = {
  readonly [Each in Column]: `${Alias}.${Each} as ${Alias}.${Each}`;
}[Column];

export const partOf = <Name extends TableName, Alias extends string = Name>(
  name: Name,
  alias: Alias = name as unknown as Alias,
): Part<Name, Alias> => {
  const of = (answered: object): RowOf<Name> =>
    (answered as Readonly<Record<string, RowOf<Name>>>)[alias] as RowOf<Name>;
  return {
    columns: namesOf(name).map((column) => `${alias}.${column} as ${alias}.${column}`) as never,
    of,
    isIn: (answered) => (of(answered) as { readonly companyId: unknown }).companyId !== null,
  };
};
