import { MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql';
import { asStoreFailure, withoutRow } from './failures.ts';
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
  /** Connections this process may hold; two or three for each core of the database server, over all processes. */
  readonly poolSize?: number | undefined;
  /** Told about lost connections; the work that suffered from one throws as well. */
  readonly log?: ((message: string) => void) | undefined;
}

export interface Database {
  readonly orm: Orm;
  /** MikroORM's own connections: there is one pool, whoever asks. */
  readonly pool: Pool;
  /**
   * One statement outside any unit of work, prepared once per connection under its name. Its columns are named, never
   * `*`: a later migration must not change what a prepared statement answers.
   */
  readonly query: <Row>(name: string, text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** Milliseconds to wait for a connection before the database counts as out of reach. */
const CONNECT_WITHIN = 5_000;

/** Milliseconds after which a server that has taken a statement and says nothing counts as out of reach. */
const ANSWER_WITHIN = 10_000;

/** Milliseconds after which the server itself ends a transaction whose client has fallen silent, and its locks. */
const SILENT_FOR = 60_000;

/**
 * However a server, a database or a user is set up: dates and times are written to us in one way, and a statement of its
 * own sees what another has left that it waited for.
 */
const OUR_WAY = '-c datestyle=ISO -c timezone=UTC -c default_transaction_isolation=read\\ committed';

/** Opens nothing yet: the first statement does, so that a service can start while its database does not answer. */
export const database = async ({ url, poolSize = 10, log }: DatabaseOptions): Promise<Database> => {
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
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN,
      query_timeout: ANSWER_WITHIN,
      idle_in_transaction_session_timeout: SILENT_FOR,
      keepAlive: true,
      options: OUR_WAY,
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
  return {
    orm,
    pool,
    query: async <Row>(name: string, text: string, values: readonly unknown[] = []) => {
      try {
        return (await pool.query({ name, text, values: [...values] })).rows as Row[];
      } catch (error) {
        throw asStoreFailure(withoutRow(error));
      }
    },
    close: async () => {
      await orm.close(true);
      // MikroORM ends the pool only if it has used it by itself; one left open keeps a process alive until it is idle.
      if (!pool.ended && !pool.ending) await pool.end();
    },
  };
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
