import type { InsuranceEvent } from '@vehicle-insurance/client';
import { sql, type Kysely } from 'kysely';
import type { Endpoint, Tables } from './tables.ts';

export type NewEndpoint = Pick<Endpoint, 'id' | 'feed' | 'address' | 'types' | 'secrets'> &
  Partial<Pick<Endpoint, 'description'>>;

/** The fields of an endpoint that can be changed. */
export type EndpointChange = Partial<
  Pick<Endpoint, 'address' | 'types' | 'description' | 'secrets' | 'is_on' | 'off_reason' | 'quiet_until'>
>;

/** The store of endpoints. */
export interface EndpointStore {
  /**
   * Adds an endpoint, and its feed if it does not exist. A new feed begins after position `after`. `last` is the event
   * at that position, if known. `company` owns the feed, if known.
   */
  readonly addEndpoint: (
    endpoint: NewEndpoint,
    after: number,
    last?: InsuranceEvent,
    company?: string | null,
  ) => Promise<void>;
  readonly endpoints: () => Promise<readonly Endpoint[]>;
  /** All endpoints of a company, in the order of their ids. */
  readonly endpointsOf: (company: string) => Promise<readonly Endpoint[]>;
  readonly endpoint: (id: string) => Promise<Endpoint | undefined>;
  /** Changes an endpoint. If the endpoint was changed since it was read, changes nothing and returns false. */
  readonly changeEndpoint: (read: Pick<Endpoint, 'id' | 'version'>, change: EndpointChange) => Promise<boolean>;
  /**
   * Switches an endpoint on and makes its waiting retries due at once. If the endpoint was changed since it was read,
   * changes nothing and returns false.
   */
  readonly switchOn: (read: Pick<Endpoint, 'id' | 'version'>) => Promise<boolean>;
  /**
   * Removes an endpoint with its deliveries. Also removes the feed if no other endpoint uses it. Returns false if the
   * endpoint does not exist.
   */
  readonly removeEndpoint: (id: string) => Promise<boolean>;
}

/** Endpoints in the courier's own database. */
export const endpointStore = (db: Kysely<Tables>): EndpointStore => ({
  addEndpoint: (endpoint, after, last, company = null) =>
    db.transaction().execute(async (unit) => {
      await unit
        .insertInto('feed')
        .values({
          ...{ name: endpoint.feed, position: after, problem: null, company },
          last_event: last ? JSON.stringify(last) : null,
        })
        .onConflict((same) => same.column('name').doNothing())
        .execute();
      await unit
        .insertInto('endpoint')
        .values({ ...endpoint, off_reason: null })
        .execute();
    }),
  endpoints: () => db.selectFrom('endpoint').selectAll().orderBy('id').execute(),
  endpointsOf: (company) =>
    db
      .selectFrom('endpoint')
      .innerJoin('feed', 'feed.name', 'endpoint.feed')
      .selectAll('endpoint')
      .where('feed.company', '=', company)
      .orderBy('endpoint.id')
      .execute(),
  endpoint: (id) => db.selectFrom('endpoint').selectAll().where('id', '=', id).executeTakeFirst(),
  changeEndpoint: changeIn(db),
  switchOn: (read) =>
    db.transaction().execute(async (unit) => {
      if (!(await changeIn(unit)(read, { is_on: true, off_reason: null, quiet_until: null }))) return false;
      await unit
        .updateTable('delivery')
        .set({ due_at: sql<Date>`now()` })
        .where('endpoint_id', '=', read.id)
        .where('state', '=', 'waiting')
        .where('due_at', '>', sql<Date>`now()`)
        .execute();
      return true;
    }),
  removeEndpoint: (id) =>
    db.transaction().execute(async (unit) => {
      const removed = await unit.deleteFrom('endpoint').where('id', '=', id).returning('feed').executeTakeFirst();
      if (!removed) return false;
      await unit
        .deleteFrom('feed')
        .where('name', '=', removed.feed)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('endpoint').select('id').where('feed', '=', removed.feed))),
        )
        .execute();
      return true;
    }),
});

const changeIn =
  (db: Kysely<Tables>): EndpointStore['changeEndpoint'] =>
  async ({ id, version }, change) => {
    const { numUpdatedRows } = await db
      .updateTable('endpoint')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
