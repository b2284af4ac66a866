import { sql, type Kysely } from 'kysely';
import type { Attempt, Delivery, Tables } from './tables.ts';

/** A delivery that this process has claimed. */
export interface Claimed extends Pick<Delivery, 'endpoint_id' | 'position' | 'subject' | 'webhook_id' | 'body'> {
  /** The number of attempts, including the current attempt. */
  readonly attempts: number;
  readonly lease: string | null;
}

/** The outcome of a claimed delivery. */
export interface Outcome {
  readonly claimed: Claimed;
  readonly becomes: Delivery['state'];
  /** Milliseconds until the next attempt; 0 if the delivery waits for none. */
  readonly after: number;
  /** Milliseconds for which the endpoint has requested a pause; 0 without a request. */
  readonly quiet: number;
  readonly attempt: Attempt;
}

/** How many later deliveries of its subject a failed delivery postpones at most. Claims read and skip any others. */
const MAX_BEHIND = 1000;

interface Settled extends Pick<Delivery, 'endpoint_id' | 'position' | 'subject' | 'state' | 'lease'> {
  readonly seconds: number;
  readonly attempt: Attempt;
}

/** Stores outcomes in one statement, as `DeliveryStore` describes. */
export const settle = async (db: Kysely<Tables>, outcomes: readonly Outcome[]): Promise<void> => {
  const rows = outcomes.map(
    ({ claimed: { endpoint_id, position, subject, lease }, becomes, after, attempt }): Settled => ({
      ...{ endpoint_id, position, subject, lease, state: becomes },
      ...{ seconds: after / 1000, attempt },
    }),
  );
  const ended = sql<Settled>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
  const quiet = outcomes.filter((outcome) => outcome.quiet > 0);
  const [quieted, seconds] = [quiet.map(({ claimed }) => claimed.endpoint_id), quiet.map((each) => each.quiet / 1000)];
  const pause = sql<{ endpoint: string; seconds: number }>`unnest(${quieted}::text[], ${seconds}::float8[])`;
  await db
    .with('quieted', (cte) =>
      cte
        .updateTable('endpoint')
        .from((from) =>
          from
            .selectFrom(pause.as<'pause'>(sql`pause(endpoint, seconds)`))
            .select(({ fn }) => ['pause.endpoint', fn.max('pause.seconds').as('seconds')])
            .groupBy('pause.endpoint')
            .as('longest'),
        )
        // Answers to concurrent attempts arrive in any order, so the longest pause counts.
        .set({
          quiet_until: sql<Date>`greatest(endpoint.quiet_until, now() + make_interval(secs => longest.seconds))`,
        })
        .whereRef('endpoint.id', '=', 'longest.endpoint'),
    )
    .with('settled', (cte) =>
      cte
        .updateTable('delivery')
        .from(
          ended.as<'ended'>(
            sql`ended(endpoint_id text, position bigint, subject text, lease text, state text, seconds float8, attempt jsonb)`,
          ),
        )
        .set((of) => ({
          state: of.ref('ended.state'),
          lease: null,
          leased_until: null,
          attempts: sql<number>`delivery.attempts + 1`,
          last_result: sql<string>`ended.attempt ->> 'result'`,
          history: sql`delivery.history || ended.attempt`,
          due_at: sql<Date>`now() + make_interval(secs => ended.seconds)`,
        }))
        .whereRef('delivery.endpoint_id', '=', 'ended.endpoint_id')
        .whereRef('delivery.position', '=', 'ended.position')
        // This condition is redundant, but it makes the query use the index of waiting deliveries.
        .whereRef('delivery.subject', '=', 'ended.subject')
        .where('delivery.state', '=', 'waiting')
        .where((is) => is.or([is('ended.state', '=', 'delivered'), is('ended.lease', '=', is.ref('delivery.lease'))]))
        .returning([
          'delivery.endpoint_id',
          'delivery.subject',
          'delivery.position',
          'delivery.state',
          'delivery.due_at',
        ]),
    )
    // Postpones later deliveries of the subject, so that claims need not read them. A failing endpoint may have
    // thousands.
    .with('behind', (cte) =>
      cte
        .selectFrom('settled')
        .innerJoinLateral(
          (from) =>
            from
              .selectFrom('delivery as later')
              .select('later.position')
              .whereRef('later.endpoint_id', '=', 'settled.endpoint_id')
              .whereRef('later.subject', '=', 'settled.subject')
              .where('later.state', '=', 'waiting')
              .whereRef('later.position', '>', 'settled.position')
              // In the order of the index, so that no other rows are read.
              .orderBy('later.position')
              .limit(MAX_BEHIND)
              .as('later'),
          (join) => join.onTrue(),
        )
        .select(['settled.endpoint_id', 'later.position', 'settled.due_at'])
        .where('settled.state', '=', 'waiting'),
    )
    .updateTable('delivery')
    .from('behind')
    .set((of) => ({ due_at: of.ref('behind.due_at') }))
    .whereRef('delivery.endpoint_id', '=', 'behind.endpoint_id')
    .whereRef('delivery.position', '=', 'behind.position')
    .execute();
};
