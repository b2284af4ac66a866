import type { EntityData, EntityManager, EntityName, FilterQuery, Primary } from '@mikro-orm/core';
import type { Database } from './database.ts';
import { isGone, withoutRow } from './failures.ts';
import { storable, type Columns } from './rows/columns.ts';

/** What the stores of one unit of work share: a transaction and the rows it has read. */
export interface Session {
  /** Runs one statement with bound values. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Inserts a row. `otherwise` says what to do about a conflict; false when the conflict prevented the insert. */
  insert(table: string, row: object, otherwise?: 'on conflict do nothing'): Promise<boolean>;
  /** Registers a row just inserted as read by this session, so that it can be saved. */
  know<Row extends object>(entity: EntityName<Row>, row: object): void;
  /** The row as it is now, whatever this session has read of it before. */
  find<Row extends object>(entity: EntityName<Row>, where: FilterQuery<NoInfer<Row>>): Promise<Row | undefined>;
  /** Reads the row again if this session has read it before: it was changed by a statement outside MikroORM. */
  findAgain<Row extends object>(
    entity: EntityName<Row>,
    key: readonly string[],
    where: FilterQuery<NoInfer<Row>>,
  ): Promise<void>;
  /**
   * Writes columns of a row at once, and returns the row as it was. Throws when this session has not read the row, and
   * when another transaction has changed it since.
   */
  save<Row extends object>(entity: EntityName<Row>, key: readonly string[], columns: Columns): Promise<Readonly<Row>>;
}

/** A statement's result. */
interface Sent {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** The command the server reports as done. */
  readonly command: string;
}

type Send = (text: string, values?: readonly unknown[]) => Promise<Sent>;

/** What work returned, and whether to commit it. */
export interface Finished<Value> {
  readonly value: Value;
  readonly keep: boolean;
}

/**
 * Runs `work` in a transaction of its own. When this resolves, the work is committed (or rolled back, if it said so);
 * when it throws, nothing was kept, with one exception: if the connection is lost during the commit, its result is
 * unknown.
 */
export const withSession = async <Value>(
  { orm, pool }: Database,
  work: (session: Session) => Promise<Finished<Value>>,
): Promise<Value> => {
  const client = await pool.connect();
  const failures: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;

  /**
   * Every statement goes through here, MikroORM's too, one at a time: no failure can go unnoticed, and none can be
   * under way when the transaction ends.
   */
  const send: Send = (text, values = []) => {
    if (ended) throw new Error('a unit of work went on after it had ended: await everything it does');
    const sent = last.then(() => client.query(text, [...values]));
    last = sent.catch((error: unknown) => failures.push(withoutRow(error)));
    return sent;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    const ending = send(statement);
    ended = true;
    return ending;
  };

  try {
    await send('begin isolation level read committed');
    const { value, keep } = await work(sessionOf(orm.em.fork(), send, (error) => failures.push(error)));
    await last;
    if (failures.length > 0) throw failures[0];
    const { command } = await end(keep ? 'commit' : 'rollback');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and with no error.
    if (keep && command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
    return value;
  } catch (error) {
    await last;
    if (!ended && !failures.some(isGone)) await end('rollback').catch(() => undefined);
    // The first failure is the cause; later ones are PostgreSQL refusing to go on, or the work's own reaction.
    throw failures[0] ?? error;
  } finally {
    // A connection that has failed is not used again.
    client.release(failures.some(isGone));
  }
};

/** The version that the tables give a new row. */
const FIRST_VERSION = 1;

/** A session whose statements go out through `send`. `failed` is told of errors that are not a statement's. */
const sessionOf = (em: EntityManager, send: Send, failed: (error: unknown) => void): Session => {
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
