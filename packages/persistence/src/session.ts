import type { EntityData, EntityManager, EntityName, FilterQuery, Primary } from '@mikro-orm/core';
import { storable, type Columns } from './rows/columns.ts';

/** What the stores of one unit of work work with: one transaction, and what it has found in it. */
export interface Session {
  /** One statement with bound values. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Inserts a row. `otherwise` is what to do about a conflict; false when that kept it from being inserted. */
  insert(table: string, row: object, otherwise?: 'on conflict do nothing'): Promise<boolean>;
  /** Makes a row that was just inserted one that this session has found, so that it can be saved. */
  know<Row extends object>(entity: EntityName<Row>, row: object): void;
  /** The row as it is now, whatever this session saw of it before. */
  find<Row extends object>(entity: EntityName<Row>, where: FilterQuery<NoInfer<Row>>): Promise<Row | undefined>;
  /** Finds the row again if this session has found it before: somebody has changed it by a statement of their own. */
  findAgain<Row extends object>(
    entity: EntityName<Row>,
    key: readonly string[],
    where: FilterQuery<NoInfer<Row>>,
  ): Promise<void>;
  /**
   * Writes the columns of a row at once, and answers the row as it was. Throws when this session has not found the row,
   * and when others have changed it since.
   */
  save<Row extends object>(entity: EntityName<Row>, key: readonly string[], columns: Columns): Promise<Readonly<Row>>;
}

/** What a statement answers. */
export interface Sent {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** What the server says it has done. */
  readonly command: string;
}

export type Send = (text: string, values?: readonly unknown[]) => Promise<Sent>;

/** What the tables give a new row. */
const FIRST_VERSION = 1;

/** A session whose statements go out through `send`. `failed` is told what fails without a statement failing. */
export const sessionOf = (em: EntityManager, send: Send, failed: (error: unknown) => void): Session => {
  em.setTransactionContext({
    executeQuery: async ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) => {
      const { rows, rowCount } = await send(sql, parameters);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  });
  const found = <Row extends object>(entity: EntityName<Row>, key: readonly string[]): Row | undefined =>
    em.getUnitOfWork().getById(entity, (key.length === 1 ? key[0] : key) as Primary<Row>);
  const find: Session['find'] = async (entity, where) =>
    (await em.findOne(entity, where, { refresh: true })) ?? undefined;

  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) => (await send(text, values)).rows as Row[],
    insert: async (table, row, otherwise) => {
      const columns = Object.keys(row);
      const places = columns.map((_, index) => `$${index + 1}`);
      const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${otherwise ?? ''}`;
      return (await send(text, Object.values(row).map(storable))).rowCount === 1;
    },
    know: <Row extends object>(entity: EntityName<Row>, row: object) => {
      em.merge(entity, { ...row, version: FIRST_VERSION } as unknown as EntityData<Row>);
    },
    find,
    findAgain: async (entity, key, where) => {
      if (found(entity, key)) await find(entity, where);
    },
    save: async (entity, key, columns) => {
      try {
        const row = found(entity, key);
        if (!row) throw new Error(`${key.at(-1)} was not found in this unit of work: find it before saving it`);
        const before = { ...row };
        Object.assign(row, storable(columns));
        await em.flush();
        return before;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
  };
};
