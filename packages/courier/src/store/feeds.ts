import type { EventList, InsuranceEvent } from '@vehicle-insurance/client';
import type { Kysely } from 'kysely';
import { webhookOf } from '../webhook.ts';
import { BEFORE_FIRST_ATTEMPT } from './deliveries.ts';
import type { Endpoint, Feed, Tables } from './tables.ts';

/** The store of feeds. A feed is a company's events, with the position up to which the courier has read them. */
export interface FeedStore {
  readonly feeds: () => Promise<readonly Feed[]>;
  /**
   * Turns events into deliveries and moves the feed's position past the events, in one transaction. If another process
   * has already moved the position, does nothing and returns false.
   */
  readonly advance: (feed: string, after: number, read: Pick<EventList, 'data' | 'next'>) => Promise<boolean>;
  /** Stores the last event that was read. Does nothing if the feed has one, or is at another position. */
  readonly keepLastEvent: (feed: string, event: InsuranceEvent) => Promise<void>;
  /** Stores why a feed cannot be read further. Null: the feed can be read. */
  readonly setProblem: (feed: string, problem: string | null) => Promise<void>;
  /**
   * Makes events due for an endpoint, even if they were delivered before. Skips types that the endpoint does not
   * receive.
   */
  readonly deliverAgain: (endpoint: Endpoint, events: readonly InsuranceEvent[]) => Promise<void>;
}

/** The maximum number of deliveries in one statement. PostgreSQL accepts at most 65 535 values. */
const AT_ONCE = 5_000;

/**
 * Feeds in the courier's own database. Several processes may read one feed, but only one process moves its position.
 */
export const feedStore = (db: Kysely<Tables>): FeedStore => ({
  feeds: () => db.selectFrom('feed').selectAll().execute(),
  advance: (feed, after, { data, next }) =>
    db.transaction().execute(async (unit) => {
      const last = data.at(-1);
      const { numUpdatedRows } = await unit
        .updateTable('feed')
        .set({ position: next, ...(last && { last_event: JSON.stringify(last) }) })
        .where('name', '=', feed)
        .where('position', '=', after)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const endpoints = await unit
        .selectFrom('endpoint')
        .selectAll()
        .where('feed', '=', feed)
        .where('is_on', '=', true)
        .forKeyShare()
        .execute();
      const rows = endpoints.flatMap((endpoint) => rowsOf(endpoint, data));
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await unit
          .insertInto('delivery')
          .values(rows.slice(from, from + AT_ONCE))
          // A replay may already have added the delivery.
          .onConflict((same) => same.columns(['endpoint_id', 'position']).doNothing())
          .execute();
      return true;
    }),
  keepLastEvent: async (name, event) => {
    await db
      .updateTable('feed')
      .set({ last_event: JSON.stringify(event) })
      .where('name', '=', name)
      .where('position', '=', event.position)
      .where('last_event', 'is', null)
      .execute();
  },
  setProblem: async (name, problem) => {
    await db
      .updateTable('feed')
      .set({ problem })
      .where('name', '=', name)
      .where('problem', 'is distinct from', problem)
      .execute();
  },
  deliverAgain: async (endpoint, events) => {
    const rows = rowsOf(endpoint, events);
    if (rows.length === 0) return;
    await db
      .insertInto('delivery')
      .values(rows)
      .onConflict((same) =>
        same.columns(['endpoint_id', 'position']).doUpdateSet(({ ref }) => ({
          ...BEFORE_FIRST_ATTEMPT,
          // The stored row may come from another company's events, if the endpoint's key was temporarily that
          // company's.
          subject: ref('excluded.subject'),
          type: ref('excluded.type'),
          body: ref('excluded.body'),
        })),
      )
      .execute();
  },
});

const rowsOf = (endpoint: Endpoint, events: readonly InsuranceEvent[]) =>
  events
    .filter(({ type }) => endpoint.types?.includes(type) ?? true)
    .map((event) => {
      const { id, body } = webhookOf(endpoint.id, event);
      const { position, type, vehicleId, quoteId, contractId } = event;
      const subject = contractId ?? quoteId ?? vehicleId ?? '';
      return { endpoint_id: endpoint.id, position, subject, type, webhook_id: id, body };
    });
