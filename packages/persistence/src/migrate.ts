import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { connecting, MIGRATION } from './connecting.ts';
import { changeSchema, type Retrying } from './change-schema.ts';
import { isWritten, type Ask, type DatabaseEnvironment } from './environment.ts';
import { asStoreFailure } from './failures.ts';
import { ATTACHED_CERTIFICATES } from './migrations/attached-certificates.ts';
import { AUTHORS } from './migrations/authors.ts';
import { AuthorityCodes } from './migrations/authority-codes.ts';
import { BOOKS } from './migrations/books.ts';
import { CERTIFICATE_OWNERSHIP } from './migrations/certificate-ownership.ts';
import { CONSOLE } from './migrations/console.ts';
import { CONSOLE_HISTORY } from './migrations/console-history.ts';
import { CONSOLE_IDENTITIES } from './migrations/console-identities.ts';
import { COUNTED_NOTIFICATIONS } from './migrations/counted-notifications.ts';
import { DatabaseEnvironments } from './migrations/database-environment.ts';
import { DEBITS_AFTER_THE_END } from './migrations/debits-after-the-end.ts';
import { ENTRIES_OF_CLOSINGS } from './migrations/entries-of-closings.ts';
import { FINISHED_WORK } from './migrations/finished-work.ts';
import { ClosingReason } from './migrations/closing-reason.ts';
import { COMPANY_NUMBER } from './migrations/company-number.ts';
import { CLOSED_BALANCES } from './migrations/closed-balances.ts';
import { CompanyFacts } from './migrations/company-facts.ts';
import { CompanyOffice } from './migrations/company-office.ts';
import { AddIdempotencyKeys } from './migrations/idempotency-keys.ts';
import { InitialSchema } from './migrations/initial-schema.ts';
import { JOURNAL } from './migrations/journal.ts';
import { LEFT_OPEN_REQUESTS } from './migrations/left-open-requests.ts';
import { LISTS_OF_VEHICLES } from './migrations/lists-of-vehicles.ts';
import { LIMITS_IN_MEMORY } from './migrations/limits-in-memory.ts';
import { LOOKS_AT_FORMER } from './migrations/looks-at-former.ts';
import { OPERATORS_VIEW } from './migrations/operators-view.ts';
import { PAID_AMOUNTS } from './migrations/paid-amounts.ts';
import { REQUESTS_THAT_WAIT } from './migrations/requests-that-wait.ts';
import { STATEMENTS } from './migrations/statements.ts';
import type { Step } from './migrations/steps.ts';
import { RequestCounts } from './migrations/request-counts.ts';
import { WHOLE_ENTRIES } from './migrations/whole-entries.ts';
import { WORK_QUEUES } from './migrations/work-queues.ts';
import { writeEnvironment, type Claim } from './write-environment.ts';

/**
 * Applied in the order of this list, whatever their numbers: a number is only a part of a name, some are left out, and
 * one is used twice. Databases record the names, so none is changed. A released migration is never edited: a new one
 * goes to the end.
 */
export const MIGRATIONS: readonly Step[] = [
  { name: '0001 initial schema', class: InitialSchema },
  { name: '0002 idempotency keys', class: AddIdempotencyKeys },
  { name: '0003 request counts', class: RequestCounts },
  { name: '0004 database environment', class: DatabaseEnvironments },
  ...DEBITS_AFTER_THE_END,
  ...CERTIFICATE_OWNERSHIP,
  ...FINISHED_WORK,
  ...OPERATORS_VIEW,
  ...WORK_QUEUES,
  { name: '0012 company office', class: CompanyOffice },
  ...COMPANY_NUMBER,
  ...LISTS_OF_VEHICLES,
  ...JOURNAL,
  { name: '0013 company facts', class: CompanyFacts },
  ...BOOKS,
  ...CONSOLE,
  ...STATEMENTS,
  { name: '0021 closing reason', class: ClosingReason },
  ...WHOLE_ENTRIES,
  ...ENTRIES_OF_CLOSINGS,
  ...CONSOLE_IDENTITIES,
  ...LEFT_OPEN_REQUESTS,
  ...ATTACHED_CERTIFICATES,
  ...CLOSED_BALANCES,
  ...LOOKS_AT_FORMER,
  ...REQUESTS_THAT_WAIT,
  ...PAID_AMOUNTS,
  ...AUTHORS,
  ...CONSOLE_HISTORY,
  ...LIMITS_IN_MEMORY,
  ...COUNTED_NOTIFICATIONS,
  { name: '0043 authority codes', class: AuthorityCodes },
];

/** Which database, and options of `migrate`. */
export interface MigrateOptions extends Claim, Retrying {
  readonly url: string;
}

/**
 * Brings the database's schema up to date. Forward only; every migration is applied as a whole or not at all. While its
 * tables are in use it waits briefly and is retried, so that no other statement has to wait behind it; in the end it
 * fails with an error that says what to do. The environment is recorded in the database first; rejects with
 * `ForeignDatabase`, the database unchanged, when another one is.
 */
export const migrate = ({ url, environment, isDeclared, ...retrying }: MigrateOptions): Promise<void> =>
  withMigrator(url, async (orm) =>
    changeSchema(await orm.em.getConnection().getNativeClient(), retrying, async (turn) => {
      await writeEnvironment(turn, { environment, isDeclared });
      // Each in its own transaction: none keeps its tables locked while the next one waits.
      for (const { name } of await orm.migrator.getPending()) await orm.migrator.up({ to: name });
    }),
  );

/**
 * How many migrations the database still lacks; 0 when its schema is up to date. Rejects with `ForeignDatabase` when
 * another environment is recorded in it.
 */
export const missingMigrations = ({ url, environment }: Pick<MigrateOptions, 'url' | 'environment'>): Promise<number> =>
  withMigrator(url, (orm) => missingIn(orm, environment));

/** The same for a database that is already open. */
export const missingIn = async (orm: MikroORM, environment: DatabaseEnvironment): Promise<number> => {
  const ask: Ask = (statement) => orm.em.getConnection().execute(statement);
  // The migrator would make its table, in a database that may be another application's.
  if (!(await isWritten(ask, environment)) && !(await isMigrated(ask))) return MIGRATIONS.length;
  return (await orm.migrator.getPending()).length;
};

const isMigrated = async (ask: Ask): Promise<boolean> => {
  const [found] = (await ask(`select to_regclass('migration') is not null as "isThere"`)) as readonly {
    readonly isThere: boolean;
  }[];
  return found?.isThere === true;
};

/**
 * The migrator looks for the database by the name that MikroORM knows. If there is none by that name it would create
 * one, and wait for ever for the connection that holds our lock. So it gets the name of the database we are in.
 */
const knowDatabase = async (orm: MikroORM): Promise<void> => {
  const [found] = await orm.em.getConnection().execute<{ name: string }[]>('select current_database() as name');
  orm.config.set('dbName', found?.name);
};

/** Opens the database for changes of its schema, and closes it. */
export const withMigrator = async <Value>(url: string, work: (orm: MikroORM) => Promise<Value>): Promise<Value> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: [...MIGRATIONS],
      snapshot: false,
      silent: true,
    },
    ensureDatabase: false,
    driverOptions: connecting(url, MIGRATION),
    logger: () => undefined,
  });
  try {
    await knowDatabase(orm);
    return await work(orm);
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await orm.close(true);
  }
};
