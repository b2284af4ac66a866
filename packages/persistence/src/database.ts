import { MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { ClientBase, PoolClient, QueryConfig } from 'pg';
import { BATCH, connecting, greet, IS_READ_ONLY, REQUEST, type Timeouts } from './connecting.ts';
import { requireEnvironment, type DatabaseEnvironment } from './environment.ts';
import { asStoreFailure, isReadOnly, isUndone, readOnly, withoutRow } from './failures.ts';
import { ApiKeyRow } from './rows/api-key.ts';
import { CertificateRequestRow } from './rows/certificate-request.ts';
import { instant } from './rows/columns.ts';
import { CompanyRow } from './rows/company.ts';
import { ContractRow } from './rows/contract.ts';
import { LooseDocumentRow } from './rows/loose-document.ts';
import { NoticeRow } from './rows/notice.ts';
import { PaymentRow } from './rows/payment.ts';
import { RefundRow } from './rows/refund.ts';
import { VehicleRow } from './rows/vehicle.ts';

export type Pool = Awaited<ReturnType<PostgreSqlConnection['getNativeClient']>>;
export type Orm = MikroORM;

/** How to reach the database. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The environment of the program. Nothing is read out of another one's database, and nothing written to it. */
  readonly environment: DatabaseEnvironment;
  /** Connections this process may hold; two or three for each core of the database server, over all processes. */
  readonly poolSize?: number | undefined;
  /** How long one statement may take and wait; what a request can wait for when left out. */
  readonly timeouts?: Timeouts | undefined;
  /** Told about lost connections; the work that suffered from one throws as well. */
  readonly log?: ((message: string) => void) | undefined;
}

export type Query = <Row>(name: string, text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface Database {
  readonly orm: Orm;
  /** MikroORM's own connections: there is one pool, whoever asks. */
  readonly pool: Pool;
  /**
   * One statement outside any unit of work, prepared once per connection under its name. Its columns are named, never
   * `*`: a later migration must not change what a prepared statement answers. Run once more when the server has undone
   * it for the sake of another, a migration perhaps: it is a transaction by itself, so nothing of it was kept.
   */
  readonly query: Query;
  /** The same for thousands of rows at once, which may take a minute. */
  readonly queryBatch: Query;
  /** The failure of a statement as the core knows it; seen here, so that the pool learns from it as well. */
  readonly failed: (error: unknown) => unknown;
  /** Throws unless the database answers, and takes changes. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** Milliseconds within which a database that is there says so. */
const PING_WITHIN = 5_000;

/** Opens nothing yet: the first statement does, so that a service can start while its database does not answer. */
export const database = async ({
  url,
  environment,
  poolSize = 10,
  timeouts = REQUEST,
  log,
}: DatabaseOptions): Promise<Database> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [
      ApiKeyRow,
      CertificateRequestRow,
      CompanyRow,
      ContractRow,
      LooseDocumentRow,
      NoticeRow,
      PaymentRow,
      RefundRow,
      VehicleRow,
    ],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM reads host, port, user and database from the address; the driver also what follows the question mark.
      ...connecting(url, timeouts),
      // Whatever reads or writes goes through one of these connections, also after another server has taken over.
      onConnect: async (client: ClientBase) => {
        await greet(client);
        await requireEnvironment(async (statement) => (await client.query<object>(statement)).rows, environment);
      },
      onPoolCreated: (pool: Pool) => {
        readInstantsAndIntegers(pool);
        pool.on('connect', (client) => {
          client.on('error', ({ message }) => log?.(`a connection to the database was lost: ${message}`));
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
  /** Lends a connection. One on which a statement has failed is given to nobody else: it may still be at work. */
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
    orm,
    pool,
    failed,
    query: async <Row>(name: string, text: string, values: readonly unknown[] = []) => {
      const run = () => withClient((client) => rowsOf<Row>(client, { name, text, values: [...values] }));
      return run().catch((error: unknown) => {
        if (isUndone(error)) return run();
        throw error;
      });
    },
    queryBatch: <Row>(name: string, text: string, values: readonly unknown[] = []) =>
      withClient(async (client) => {
        const { lock, statement, answer } = BATCH;
        await client.query(`begin; set local lock_timeout = ${lock}; set local statement_timeout = ${statement}`);
        const rows = await rowsOf<Row>(client, { name, text, values: [...values], query_timeout: answer });
        await client.query('commit');
        return rows;
      }),
    ping: () =>
      withClient(async (client) => {
        const asked = { name: 'ping', text: `select ${IS_READ_ONLY}`, query_timeout: PING_WITHIN };
        const [row] = await rowsOf<{ read_only: boolean }>(client, asked);
        if (row?.read_only) throw readOnly();
      }),
    close: async () => {
      await orm.close(true);
      // MikroORM ends the pool only if it has used it by itself; one left open keeps a process alive until it is idle.
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
};

/** The driver reads a time-out of a statement's own, which its types do not know. */
type Asked = QueryConfig & { readonly query_timeout?: number };

const rowsOf = async <Row>(client: PoolClient, asked: Asked): Promise<readonly Row[]> =>
  (await client.query(asked)).rows as Row[];

/** Ends the connections that nobody uses just now: they lead to a server that another may have replaced. */
const dropIdle = (pool: Pool): void => {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
};

/** The driver's own way to read columns, which its types do not show. */
interface ColumnReaders {
  setTypeParser(type: number, read: (text: string) => unknown): void;
}

/** Money, ordinals and counts are safe integers in the core; instants are read before anybody can shift them. */
const readInstantsAndIntegers = (pool: Pool): void => {
  const readers = pool.options.types as unknown as ColumnReaders;
  readers.setTypeParser(TIMESTAMPTZ, instant);
  readers.setTypeParser(BIGINT, Number);
};
