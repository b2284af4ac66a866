import { json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import type { InsuranceEvent } from '@vehicle-insurance/client';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { newSecret } from '../src/secret.ts';
import { openStore, type Store } from '../src/store/open-store.ts';

const migrate = async (url: string): Promise<void> => (await openStore(url)).close();

/** A database, an API whose feed the test writes, and nothing that runs yet. */
export interface CourierWorld {
  readonly databaseUrl: string;
  readonly store: Store;
  readonly api: ScriptedServer;
  /** What has happened, by position from 1; a test adds to it. */
  readonly events: InsuranceEvent[];
  /** An endpoint at this address that is told of everything, from the beginning. */
  readonly endpoint: (
    address: string,
    options?: { readonly types?: string[] | null; readonly secret?: string },
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  /** As if so many seconds had passed for every lease. */
  readonly passLeases: (seconds: number) => Promise<void>;
  readonly endLeases: () => Promise<void>;
  /** As if what was due until now had been due so many days ago. */
  readonly age: (days: number) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Opens a world of a test's own. */
export const courierWorld = async (): Promise<CourierWorld> => {
  const database: TestDatabase = await testDatabase({ migrate });
  const store = await openStore(database.url);
  const api = await scriptedServer();
  const events: InsuranceEvent[] = [];
  api.answer((response, { url }) => {
    const query = new URL(url, api.url).searchParams;
    const after = Number(query.get('after') ?? 0);
    const answer = () => {
      const data = events.slice(after, after + Number(query.get('limit')));
      json(200, { data, next: after + data.length, newest: events.length })(response);
    };
    if (events.length > after) answer();
    else setTimeout(answer, 100);
  });
  const execute = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  let made = 0;
  return {
    databaseUrl: database.url,
    store,
    api,
    events,
    endpoint: async (address, { types = null, secret = newSecret() } = {}) => {
      const id = `e${(made += 1)}`;
      await store.addEndpoint({ id, feed: 'key', address, types, secrets: [secret] }, 0);
      return { id, secret };
    },
    passLeases: (seconds) =>
      execute(`update courier.delivery set leased_until = leased_until - interval '${seconds} seconds'`),
    endLeases: () => execute('update courier.delivery set leased_until = now() where leased_until is not null'),
    age: (days) => execute(`update courier.delivery set due_at = due_at - interval '${days} days'`),
    leave: async () => {
      await api.close();
      await store.close();
      await database.drop();
    },
  };
};
