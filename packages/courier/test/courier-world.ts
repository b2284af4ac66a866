import { json, scriptedServer } from '@vehicle-insurance/testkit';
import type { InsuranceEvent } from '@vehicle-insurance/client';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';
import { newSecret } from '../src/secret.ts';
import { openStore } from '../src/store/open-store.ts';

export const courierWorld = async () => {
  const database = await testDatabase({ migrate: async (url) => (await openStore(url)).close() });
  const store = await openStore(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const api = await scriptedServer();
  /** The events of the feed, by position from 1; a test adds to them. */
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
    endpoint: async (address: string, given: { readonly types?: string[]; readonly secret?: string } = {}) => {
      const { types = null, secret = newSecret() } = given;
      const id = `e${(made += 1)}`;
      await store.addEndpoint({ id, feed: 'key', address, types, secrets: [secret] }, 0);
      return { id, secret };
    },
    passLeases: (seconds: number) =>
      sql(`update courier.delivery set leased_until = leased_until - interval '${seconds} seconds'`),
    endLeases: () => sql('update courier.delivery set leased_until = now() where leased_until is not null'),
    age: (days: number) => sql(`update courier.delivery set due_at = due_at - interval '${days} days'`),
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

export type CourierWorld = Awaited<ReturnType<typeof courierWorld>>;
