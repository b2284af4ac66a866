import { MikroORM, type EntityManager, type Options, type PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { ClientBase, PoolClient, QueryConfig } from 'pg';
import { BATCH, limitAnswers, poolOptions, inspectServer, IS_READ_ONLY, REQUEST } from './connecting.ts';
import type { DatabaseOptions } from './database-options.ts';
import { CLOCK, measureTime } from './database-time.ts';
import { requireEnvironment } from './environment.ts';
import { asStoreFailure, isReadOnly, isUndone, readOnly, withoutRow } from './failures.ts';
import { rowsIn, type Prepared } from './prepared-statement.ts';
import { instant } from './text.ts';
import { nodesAway, type NodesAway } from './nodes-away.ts';

export type Pool = Awaited<ReturnType<PostgreSqlConnection['getNativeClient']>>;

export type Query = <Row>(statement: Prepared<Row>) => Promise<readonly Row[]>;

export interface Database {
  readonly em: EntityManager;
  /** MikroORM's pool, which all statements share. */
  readonly pool: Pool;
  /**
   * Runs a statement outside any unit of work. If the statement has a name, each connection prepares it once under that
   * name. The statement names its columns, never `*`, because a later migration must not change the result of a
   * prepared statement. Retried once if the server rolled the statement back in favour of another transaction, such as
   * a migration. The retry is safe, because a single statement is its own transaction and so had no effect.
   */
  readonly query: Query;
  /** Whether tables may be spread over several nodes, according to the newest connection. */
  readonly isSpread: () => boolean;
  /** The nodes that do not answer; shared by all reads over several nodes. */
  readonly nodes: NodesAway;
  /**
   * Runs a statement on thousands of rows, which may take a minute. The statements that `after` returns run in the same
   * transaction.
   */
  readonly queryBatch: <Row>(
    statement: Prepared<Row>,
    after?: (rows: readonly Row[]) => readonly Prepared[],
  ) => Promise<readonly Row[]>;
  /**
   * Reads a statement's rows through a cursor, in batches of a few hundred, all from a single snapshot. While `take`
   * handles a batch, the server already fetches the next batch.
   */
  readonly readAlong: <Row>(statement: Prepared<Row>, take: (some: readonly Row[]) => Promise<void>) => Promise<void>;
  /**
   * Translates a statement's failure into the core's errors. If the server is read-only, also closes the idle
   * connections, which may lead to the same server.
   */
  readonly failed: (error: unknown) => unknown;
  /** Throws unless the database answers and is writable. Also reads the database's time. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** In milliseconds. */
const PING_WITHIN = 5_000;

/** Rows in a batch of `readAlong`, and the memory in which the server sorts all rows. */
const AT_ONCE = 500;
const FETCH = `fetch ${AT_ONCE} from along`;
const SORTED_WITHIN = '64MB';
/** In milliseconds. The limit is long, because the first batch waits for the sort. */
const SORTED_BY = 1_800_000;

/** Opens no connection before the first statement, so a service can start while its database is unavailable. */
export const openDatabase = async (
  entities: NonNullable<Options['entities']>,
  {
    url,
    environment,
    poolSize = 20,
    timeouts = REQUEST,
    log,
    nodeChanges = { away: () => undefined, back: () => undefined },
    onTime = () => undefined,
  }: DatabaseOptions,
): Promise<Database> => {
  let isSpread = false;
  // Constructed directly, because `MikroORM.init` would look for extensions that are not needed here, such as the
  // migrator.
  const orm = new MikroORM({
    clientUrl: url,
    entities,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM reads host, port, user and database from the URL; the driver also reads the query string.
      ...poolOptions(url, timeouts),
      // Checks every new connection, because after a failover the connection may lead to another server.
      onConnect: async (client: ClientBase) => {
        limitAnswers(client, timeouts);
        const greeted = await inspectServer(client);
        isSpread = greeted.isSpread;
        if (greeted.time) onTime(greeted.time);
        await requireEnvironment(async (statement) => (await client.query<object>(statement)).rows, environment);
      },
      onPoolCreated: (pool: Pool) => {
        readInstantsAndIntegers(pool);
        pool.on('connect', (client) => {
          client.on('error', ({ message }) => {
            // While the pool closes, its last connections may still end. Their end is not a loss.
            if (!pool.ending) log?.(`a connection to the database was lost: ${message}`);
          });
        });
      },
    },
    ensureDatabase: false,
    logger: () => undefined,
  });
  const pool = await orm.em.getConnection().getNativeClient();

  const failed = (error: unknown): unknown => {
    if (isReadOnly(error)) dropIdle(pool);
    return asStoreFailure(withoutRow(error));
  };
  /**
   * Lends a connection. After a failure the connection is closed, because the server may still be executing a
   * statement.
   */
  const withClient = async <Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> => {
    try {
      const client = await pool.connect();
      const ended = await work(client).then(
        (value) => ({ value }),
        (error: Error) => ({ error }),
      );
      client.release('error' in ended);
      if ('error' in ended) throw ended.error;
      return ended.value;
    } catch (error) {
      throw failed(error);
    }
  };

  return {
    em: orm.em,
    pool,
    nodes: nodesAway(nodeChanges),
    isSpread: () => isSpread,
    failed,
    query: async <Row>(statement: Prepared<Row>) => {
      const run = () => withClient((client) => rowsOf<Row>(client, statement));
      return run().catch((error: unknown) => {
        if (isUndone(error)) return run();
        throw error;
      });
    },
    queryBatch: <Row>(prepared: Prepared<Row>, after?: (rows: readonly Row[]) => readonly Prepared[]) =>
      withClient(async (client) => {
        const { lock, statement, answer } = BATCH;
        await client.query(`begin; set local lock_timeout = ${lock}; set local statement_timeout = ${statement}`);
        const rows = await rowsOf<Row>(client, { ...prepared, answerWithin: answer });
        for (const following of after?.(rows) ?? []) await rowsOf(client, { ...following, answerWithin: answer });
        await client.query('commit');
        return rows;
      }),
    readAlong: <Row>({ text, values }: Prepared<Row>, take: (some: readonly Row[]) => Promise<void>) =>
      withClient(async (client) => {
        await client.query(`begin; set local statement_timeout = 0; set local work_mem = '${SORTED_WITHIN}'`);
        await client.query(`declare along no scroll cursor for ${text}`, [...values]);
        const fetch = () => rowsOf<Row>(client, { text: FETCH, answerWithin: SORTED_BY });
        for (let next: Promise<readonly Row[]> | undefined = fetch(); next;) {
          const rows: readonly Row[] = await next;
          next = rows.length < AT_ONCE ? undefined : fetch();
          // If `take` throws, the next rows are never awaited. A failure to fetch those rows must not end the process.
          next?.catch(() => undefined);
          if (rows.length > 0) await take(rows);
        }
        await client.query('commit');
      }),
    ping: () =>
      withClient(async (client) => {
        const query = { name: 'ping', text: `select ${IS_READ_ONLY}, ${CLOCK}`, answerWithin: PING_WITHIN };
        const { row, time } = await measureTime(
          async () => (await rowsOf<{ read_only: boolean; clock: number }>(client, query))[0],
        );
        if (row?.read_only) throw readOnly();
        if (time) onTime(time);
      }),
    close: async () => {
      await orm.close(true);
      // MikroORM closes the pool only if MikroORM itself used the pool. An open pool keeps the process alive until the
      // pool is idle.
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
};

const rowsOf = async <Row>(
  client: PoolClient,
  query: QueryConfig & Pick<Prepared, 'answerWithin'>,
): Promise<readonly Row[]> => rowsIn<Row>(await client.query({ ...query, rowMode: 'array' }));

/** Closes idle connections, because they may lead to a server that has been replaced. */
const dropIdle = (pool: Pool): void => {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
};

/** The driver's column parsers, which are missing from its types. */
interface ColumnReaders {
  setTypeParser(type: number, read: (text: string) => unknown): void;
}

/**
 * Money, ordinals and counts are safe integers in the core. Instants stay text, so that no time zone can shift them.
 */
const readInstantsAndIntegers = (pool: Pool): void => {
  const readers = pool.options.types as unknown as ColumnReaders;
  readers.setTypeParser(TIMESTAMPTZ, instant);
  readers.setTypeParser(BIGINT, Number);
};
