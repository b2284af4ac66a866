import { sql, type Kysely } from 'kysely';
import type { DeliveryId } from '../webhook.ts';
import { settle, type Claimed, type Outcome } from './settle.ts';
import type { Delivery, Tables } from './tables.ts';

export type ListedDelivery = Pick<Delivery, (typeof LISTED)[number]>;

/** How many more deliveries an endpoint can take now. */
export interface Room {
  readonly endpoint: string;
  readonly free: number;
}

/** The undelivered webhooks of an endpoint in one state: waiting or given up. */
export interface Backlog {
  readonly endpoint: string;
  readonly state: Delivery['state'];
  readonly count: number;
  /** For how long the oldest webhook has waited. */
  readonly seconds: number;
}

/**
 * The store of deliveries and their attempts. A delivery's subject is the contract, quote or vehicle of its event.
 * Waiting deliveries of one subject are sent in order.
 */
export interface DeliveryStore {
  /**
   * Claims due deliveries of these endpoints, at most one for each subject. The claim ends with its lease. Skips
   * endpoints during a pause that they have requested.
   */
  readonly claim: (rooms: readonly Room[], lease: string) => Promise<readonly Claimed[]>;
  /**
   * Stores the outcomes of attempts, atomically. A failed attempt counts only if `claimed` still holds the lease. A
   * successful attempt also counts without the lease, if the delivery is still waiting. While a delivery waits for its
   * retry, later deliveries of its subject wait too. If several attempts requested a pause, the longest pause counts.
   */
  readonly settle: (outcomes: readonly Outcome[]) => Promise<void>;
  readonly deliveries: (endpoint: string, state: Delivery['state'] | undefined) => Promise<readonly ListedDelivery[]>;
  readonly delivery: (id: DeliveryId) => Promise<Delivery | undefined>;
  /** The number of waiting and given-up deliveries, by endpoint. */
  readonly backlog: () => Promise<readonly Backlog[]>;
  /**
   * Deletes an endpoint's oldest delivered webhooks, up to a limit, if they were delivered more than `days` days ago.
   * Returns true if the limit was reached, so that more may remain.
   */
  readonly forget: (endpoint: string, days: number) => Promise<boolean>;
  /**
   * Makes a delivery due at once, even during an attempt. The delivery gets the full number of attempts again. Returns
   * false if the delivery does not exist.
   */
  readonly again: (id: DeliveryId) => Promise<boolean>;
  /** Like `again`, for all given-up deliveries of an endpoint. Returns their number. */
  readonly allAgain: (endpoint: string) => Promise<number>;
  /** Deletes the given-up deliveries of an endpoint. Returns their number. */
  readonly drop: (endpoint: string) => Promise<number>;
}

/**
 * In seconds: longer than any attempt. So another process claims a delivery only if the claiming process has died or
 * cannot store the outcome.
 */
const LEASE = 60;

const MAX_LISTED = 100;

const FORGOTTEN_AT_ONCE = 1000;

const LISTED = ['webhook_id', 'type', 'subject', 'position', 'state', 'attempts', 'due_at', 'last_result'] as const;

/**
 * The fields of a delivery before its first attempt. Setting them ends the lease of an attempt in progress, so that a
 * failure of that attempt does not count.
 */
export const BEFORE_FIRST_ATTEMPT = {
  state: 'waiting',
  attempts: 0,
  lease: null,
  leased_until: null,
  due_at: sql<Date>`now()`,
  waiting_since: sql<Date>`now()`,
} as const;

/** Deliveries in the courier's own database. Leases and due times use the database's clock. */
export const deliveryStore = (db: Kysely<Tables>): DeliveryStore => {
  const isNow = sql<Date>`now()`;
  const undelivered = (state: Delivery['state']) =>
    db
      .selectFrom('delivery')
      .select((one) => [
        'endpoint_id as endpoint',
        'state',
        one.fn.countAll<number>().as('count'),
        sql<number>`extract(epoch from now() - min(waiting_since))::float8`.as('seconds'),
      ])
      .where('state', '=', sql.lit(state))
      .groupBy(['endpoint_id', 'state']);
  return {
    claim: (rooms, lease) => {
      const [endpoints, free] = [rooms.map(({ endpoint }) => endpoint), rooms.map((room) => room.free)];
      const lanes = sql<{ endpoint: string; free: number }>`unnest(${endpoints}::text[], ${free}::integer[])`;
      return db
        .with('due', (cte) =>
          cte
            .selectFrom(lanes.as<'lane'>(sql`lane(endpoint, free)`))
            .innerJoin('endpoint', 'endpoint.id', 'lane.endpoint')
            .where((is) => is.or([is('endpoint.quiet_until', 'is', null), is('endpoint.quiet_until', '<=', isNow)]))
            .innerJoinLateral(
              (from) =>
                from
                  .selectFrom('delivery as one')
                  .select(['one.endpoint_id', 'one.position'])
                  .whereRef('one.endpoint_id', '=', 'lane.endpoint')
                  .where('one.state', '=', 'waiting')
                  .where('one.due_at', '<=', isNow)
                  .where((is) => is.or([is('one.leased_until', 'is', null), is('one.leased_until', '<', isNow)]))
                  // Selects only the first delivery of each subject. An anti-join would read all waiting deliveries of
                  // the endpoint.
                  .where('one.position', '=', (from) =>
                    from
                      .selectFrom('delivery as first')
                      .select('first.position')
                      .whereRef('first.endpoint_id', '=', 'one.endpoint_id')
                      .whereRef('first.subject', '=', 'one.subject')
                      .where('first.state', '=', 'waiting')
                      .orderBy('first.position')
                      .limit(1),
                  )
                  .orderBy('one.due_at')
                  .orderBy('one.position')
                  .limit((from) => from.ref('lane.free'))
                  .forUpdate()
                  .skipLocked()
                  .as('one'),
              (join) => join.onTrue(),
            )
            .select(['one.endpoint_id', 'one.position']),
        )
        .updateTable('delivery')
        .from('due')
        .set({ lease, leased_until: sql<Date>`now() + make_interval(secs => ${LEASE})` })
        .whereRef('delivery.endpoint_id', '=', 'due.endpoint_id')
        .whereRef('delivery.position', '=', 'due.position')
        .returning([
          'delivery.endpoint_id',
          'delivery.position',
          'delivery.subject',
          'delivery.webhook_id',
          'delivery.body',
          // The column `attempts` counts only ended attempts, so the current attempt is added.
          sql<number>`delivery.attempts + 1`.as('attempts'),
          'delivery.lease',
        ])
        .execute();
    },
    settle: (outcomes) => settle(db, outcomes),
    deliveries: (endpoint, state) => {
      let chosen = db.selectFrom('delivery').select(LISTED).where('endpoint_id', '=', endpoint);
      if (state !== undefined) chosen = chosen.where('state', '=', state);
      return chosen.orderBy('position', 'desc').limit(MAX_LISTED).execute();
    },
    delivery: ({ endpoint, position }) =>
      db
        .selectFrom('delivery')
        .selectAll()
        .where('endpoint_id', '=', endpoint)
        .where('position', '=', position)
        .executeTakeFirst(),
    // Two queries, because each state has its own partial index, which contains no delivered rows.
    backlog: () => undelivered('waiting').unionAll(undelivered('given_up')).execute(),
    forget: async (endpoint, days) => {
      const { numDeletedRows } = await db
        .with('oldest', (cte) =>
          cte
            .selectFrom('delivery')
            .select('position')
            .where('endpoint_id', '=', endpoint)
            .where('state', '=', 'delivered')
            .orderBy('due_at')
            .limit(FORGOTTEN_AT_ONCE),
        )
        .deleteFrom('delivery')
        .using('oldest')
        .where('delivery.endpoint_id', '=', endpoint)
        .whereRef('delivery.position', '=', 'oldest.position')
        .where('delivery.state', '=', 'delivered')
        .where('delivery.due_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .executeTakeFirst();
      return numDeletedRows === BigInt(FORGOTTEN_AT_ONCE);
    },
    again: async ({ endpoint, position }) => {
      const { numUpdatedRows } = await db
        .updateTable('delivery')
        .set(BEFORE_FIRST_ATTEMPT)
        .where('endpoint_id', '=', endpoint)
        .where('position', '=', position)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    allAgain: async (endpoint) => {
      const { numUpdatedRows } = await db
        .updateTable('delivery')
        .set(BEFORE_FIRST_ATTEMPT)
        .where('endpoint_id', '=', endpoint)
        .where('state', '=', 'given_up')
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    drop: async (endpoint) => {
      const { numDeletedRows } = await db
        .deleteFrom('delivery')
        .where('endpoint_id', '=', endpoint)
        .where('state', '=', 'given_up')
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
};
