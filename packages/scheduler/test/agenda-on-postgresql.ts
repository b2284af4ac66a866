import { collectedErrors, type BddRunner, type CollectedErrors } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { agendaScheduler, type AgendaScheduler } from '../src/index.ts';

export interface Place {
  readonly url: string;
  readonly schema: string;
  readonly errors: CollectedErrors;
  /** A scheduler that is stopped after the tests. With an environment, it uses that environment's schema. */
  scheduler(store?: string, environment?: 'staging' | 'sandbox'): AgendaScheduler;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]>;
}

/** Number of tests at the same time: they mostly wait for Agenda. */
const AT_ONCE = 8;

/** Call it once in a `describe`: its tests run in their own schemas of one database, several at a time. */
export const agendaOnPostgresql = () => {
  let database: TestDatabase;
  const started: AgendaScheduler[] = [];
  const waiting: (() => Promise<void>)[] = [];
  let places = 0;

  before(async () => {
    database = await testDatabase({ migrate: () => Promise.resolve() });
    const goOn = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    for (let n = 0; n < AT_ONCE; n += 1) void goOn();
  });
  after(async () => {
    await Promise.all(started.map((each) => each.stop()));
    await database.drop();
  });

  const place = (): Place => {
    const { url } = database;
    const schema = `place_${(places += 1)}`;
    const errors = collectedErrors();
    return {
      ...{ url, schema, errors },
      scheduler: (store = url, environment) => {
        const named = environment ? { environment } : { environment: 'production' as const, schema };
        const withoutSecrets = (text: string) => text.replace('host', '…');
        const made = agendaScheduler({ store, errorReporter: errors, withoutSecrets, ...named });
        started.push(made);
        return made;
      },
      query: async <Row extends pg.QueryResultRow>(sql: string) => {
        const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
        await client.connect();
        return client
          .query<Row>(sql)
          .then(({ rows }) => rows)
          .finally(() => client.end());
      },
    };
  };
  const runner: BddRunner = {
    describe,
    it: (title, body) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      promise.catch(() => undefined);
      waiting.push(() => {
        resolve(body());
        return promise.catch(() => undefined);
      });
      it(title, () => promise);
    },
  };
  return {
    place,
    runner,
    claim: (claims: Readonly<Record<string, (place: Place) => Promise<void>>>): void => {
      for (const [title, run] of Object.entries(claims)) runner.it(title, () => run(place()));
    },
  };
};
