import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from './tables.ts';

/** A delivery that this process has claimed. */
export interface Claimed extends Pick<Delivery, 'endpoint_id' | 'position' | 'subject' | 'webhook_id' | 'body'> {
  /** With the one that is now under way. */
  readonly attempts: number;
  readonly lease: string | null;
}

/** A delivery as it is kept. */
export type Delivery = Readonly<Selectable<Tables['delivery']>>;

/** Deliveries of an endpoint that have not been taken. */
export interface Backlog {
  readonly endpoint: string;
  readonly state: Delivery['state'];
  readonly count: number;
}

/** Deliveries and their attempts. */
export interface DeliveryStore {
  /** Due ones of an endpoint, at most one of a subject, each under a lease that ends by itself. */
  readonly claim: (endpoint: string, limit: number, lease: string) => Promise<readonly Claimed[]>;
  readonly delivered: (claimed: Claimed, result: string) => Promise<void>;
  /** Tries again after so many milliseconds; what waits behind it waits as long. */
  readonly tryAgain: (claimed: Claimed, result: string, after: number) => Promise<void>;
  /** Kept, until it is delivered again by command. */
  readonly giveUp: (claimed: Claimed, result: string) => Promise<void>;
  /** The latest of an endpoint. */
  readonly deliveries: (endpoint: string, state: Delivery['state'] | undefined) => Promise<readonly Delivery[]>;
  /** How many wait or were given up, by endpoint. */
  readonly backlog: () => Promise<readonly Backlog[]>;
  /** Due at once, with all its attempts before it. */
  readonly again: (endpoint: string, position: number) => Promise<boolean>;
}

/** Seconds: longer than any attempt, so that only what a dead process left is claimed by another. */
const LEASE = 60;

const MOST_LISTED = 100;

export const deliveryStore = (db: Kysely<Tables>): DeliveryStore => {
  const settle = (claimed: Claimed) =>
    db
      .updateTable('delivery')
      .set({ lease: null, leased_until: null })
      .where('endpoint_id', '=', claimed.endpoint_id)
      .where('position', '=', claimed.position)
      .where('state', '=', 'waiting');
  return {
    claim: (endpoint, limit, lease) =>
      db
        .with('due', (cte) =>
          cte
            .selectFrom('delivery as one')
            .select('one.position')
            .where('one.endpoint_id', '=', endpoint)
            .where('one.state', '=', 'waiting')
            .where('one.due_at', '<=', sql<Date>`now()`)
            .where((is) => is.or([is('one.leased_until', 'is', null), is('one.leased_until', '<', sql<Date>`now()`)]))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('delivery as earlier')
                    .select('earlier.position')
                    .whereRef('earlier.endpoint_id', '=', 'one.endpoint_id')
                    .whereRef('earlier.subject', '=', 'one.subject')
                    .where('earlier.state', '=', 'waiting')
                    .whereRef('earlier.position', '<', 'one.position'),
                ),
              ),
            )
            .orderBy('one.due_at')
            .orderBy('one.position')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('delivery')
        .from('due')
        .set({ lease, leased_until: sql<Date>`now() + make_interval(secs => ${LEASE})`, attempts: sql`attempts + 1` })
        .whereRef('delivery.position', '=', 'due.position')
        .where('delivery.endpoint_id', '=', endpoint)
        .returning([
          'delivery.endpoint_id',
          'delivery.position',
          'delivery.subject',
          'delivery.webhook_id',
          'delivery.body',
          'delivery.attempts',
          'delivery.lease',
        ])
        .execute(),
    // Also where the lease has passed to another: it has been delivered.
    delivered: async (claimed, result) => {
      await settle(claimed).set({ state: 'delivered', last_result: result }).execute();
    },
    tryAgain: async (claimed, result, after) => {
      const due = sql<Date>`now() + make_interval(secs => ${after / 1000})`;
      await db.transaction().execute(async (unit) => {
        const { numUpdatedRows } = await unit
          .updateTable('delivery')
          .set({ lease: null, leased_until: null, last_result: result, due_at: due })
          .where('endpoint_id', '=', claimed.endpoint_id)
          .where('position', '=', claimed.position)
          .where('state', '=', 'waiting')
          .where('lease', '=', claimed.lease)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        // Not looked at before it is their turn: a failing endpoint may have thousands of them.
        await unit
          .updateTable('delivery')
          .set({ due_at: due })
          .where('endpoint_id', '=', claimed.endpoint_id)
          .where('subject', '=', claimed.subject)
          .where('state', '=', 'waiting')
          .where('position', '>', claimed.position)
          .execute();
      });
    },
    giveUp: async (claimed, result) => {
      await settle(claimed)
        .set({ state: 'given_up', last_result: result })
        .where('lease', '=', claimed.lease)
        .execute();
    },
    deliveries: (endpoint, state) =>
      db
        .selectFrom('delivery')
        .selectAll()
        .where('endpoint_id', '=', endpoint)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
        .orderBy('position', 'desc')
        .limit(MOST_LISTED)
        .execute(),
    backlog: () =>
      db
        .selectFrom('delivery')
        .select((one) => ['endpoint_id as endpoint', 'state', one.fn.countAll<number>().as('count')])
        .where('state', '!=', 'delivered')
        .groupBy(['endpoint_id', 'state'])
        .execute(),
    again: async (endpoint, position) => {
      const { numUpdatedRows } = await db
        .updateTable('delivery')
        .set({ state: 'waiting', attempts: 0, due_at: sql<Date>`now()` })
        .where('endpoint_id', '=', endpoint)
        .where('position', '=', position)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
};
