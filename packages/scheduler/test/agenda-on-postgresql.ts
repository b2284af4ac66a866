import { collectedErrors, type CollectedErrors } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { agendaScheduler, type AgendaScheduler } from '../src/index.ts';

const noMigration = (): Promise<void> => Promise.resolve();

/** Schedulers on a database of their own, which are stopped after each test: to be called within a `describe`. */
export const agendaOnPostgresql = () => {
  let database: TestDatabase;
  let errorReporter: CollectedErrors;
  const started: AgendaScheduler[] = [];

  before(async () => {
    database = await testDatabase({ migrate: noMigration });
  });
  beforeEach(() => {
    errorReporter = collectedErrors();
  });
  afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));
  after(() => database.drop());

  return {
    url: () => database.url,
    /** What was reported in this test. */
    errors: () => errorReporter,
    scheduler: (
      store = database.url,
      environment: 'production' | 'staging' | 'sandbox' = 'production',
    ): AgendaScheduler => {
      const made = agendaScheduler({ store, environment, errorReporter });
      started.push(made);
      return made;
    },
    /** One statement on a connection of its own. */
    query: async <Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query<Row>(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
};
