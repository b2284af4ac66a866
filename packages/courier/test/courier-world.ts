import { json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import type { InsuranceEvent } from '@vehicle-insurance/client';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { newSecret } from '../src/secret.ts';
import { openStore, type Store } from '../src/store/open-store.ts';

const migrate = async (url: string): Promise<void> => (await openStore(url)).close();

export interface CourierWorld {
  readonly databaseUrl: string;
  readonly store: Store;
  readonly api: ScriptedServer;
  /** The events of the feed, by position from 1; a test adds to them. */
  readonly events: InsuranceEvent[];
  readonly sql: (statement: string) => Promise<readonly unknown[]>;
  readonly endpoint: (
    address: string,
    options?: { readonly types?: string[] | null; readonly secret?: string },
  ) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly passLeases: (seconds: number) => Promise<unknown>;
  readonly endLeases: () => Promise<unknown>;
  readonly age: (days: number) => Promise<unknown>;
  readonly empty: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

export const courierWorld = async (): Promise<CourierWorld> => {
  const database = await testDatabase({ migrate });
  const store = await openStore(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const api = await scriptedServer();
  const events: InsuranceEvent[] = [];
  const sql = async (statement: string) => (await client.query<object>(statement)).rows;
  const answerEvents = (): void =>
    api.answer((response, { url }) => {
      const query = new URL(url, api.url).searchParams;
      const after = Number(query.get('after') ?? 0);
      const answer = () => {
        const data = events.slice(after, after + Number(query.get('limit')));
        json(200, { data, next: after + data.length, newest: events.length })(response);
      };
      if (events.length > after) answer();
      else setTimeout(answer, 50);
    });
  answerEvents();
  let made = 0;
  return {
    databaseUrl: database.url,
    store,
    api,
    events,
    sql,
    endpoint: async (address, { types = null, secret = newSecret() } = {}) => {
      const id = `e${(made += 1)}`;
      await store.addEndpoint({ id, feed: 'key', address, types, secrets: [secret] }, 0);
      return { id, secret };
    },
    passLeases: (seconds) =>
      sql(`update courier.delivery set leased_until = leased_until - interval '${seconds} seconds'`),
    endLeases: () => sql('update courier.delivery set leased_until = now() where leased_until is not null'),
    age: (days) => sql(`update courier.delivery set due_at = due_at - interval '${days} days'`),
    empty: async () => {
      await sql('delete from courier.endpoint; delete from courier.feed');
      events.length = 0;
      answerEvents();
    },
    leave: async () => {
      await api.close();
      await store.close();
      await client.end();
      await database.drop();
    },
  };
};
