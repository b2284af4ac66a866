import { sql, type Kysely } from 'kysely';
import type { Attempt, Delivery, Tables } from './tables.ts';

/** A delivery that this process has claimed. */
export interface Claimed extends Pick<Delivery, 'endpoint_id' | 'position' | 'subject' | 'webhook_id' | 'body'> {
  /** How many there are with the one that is under way. */
  readonly attempts: number;
  readonly lease: string | null;
}

/** What became of a claimed delivery. */
export interface Outcome {
  readonly claimed: Claimed;
  readonly becomes: Delivery['state'];
  /** Milliseconds until the next attempt, where it waits. */
  readonly after: number;
  /** Milliseconds for which the endpoint has asked to be left alone. */
  readonly quiet: number;
  readonly attempt: Attempt;
}

/**
 * How many later deliveries of a subject are put off with one that failed; each claim reads any others, and skips them.
 */
const MAX_BEHIND = 1000;

/** An outcome as a row of the statement. */
interface Settled extends Pick<Delivery, 'endpoint_id' | 'position' | 'subject' | 'state' | 'lease'> {
  readonly seconds: number;
  readonly attempt: Attempt;
}

/** Settles deliveries as `DeliveryStore` says, with one statement for all of them. */
export const settle = async (db: Kysely<Tables>, outcomes: readonly Outcome[]): Promise<void> => {
  const rows = outcomes.map(
    ({ claimed: { endpoint_id, position, subject, lease }, becomes, after, attempt }): Settled => ({
      ...{ endpoint_id, position, subject, lease, state: becomes },
      ...{ seconds: after / 1000, attempt },
    }),
  );
  const told = sql<Settled>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
  const quiet = outcomes.filter((outcome) => outcome.quiet > 0);
  const [quieted, seconds] = [quiet.map(({ claimed }) => claimed.endpoint_id), quiet.map((each) => each.quiet / 1000)];
  const asked = sql<{ endpoint: string; seconds: number }>`unnest(${quieted}::text[], ${seconds}::float8[])`;
  await db
    .with('quieted', (cte) =>
      cte
        .updateTable('endpoint')
        .from((from) =>
          from
            .selectFrom(asked.as<'asked'>(sql`asked(endpoint, seconds)`))
            .select(({ fn }) => ['asked.endpoint', fn.max('asked.seconds').as('seconds')])
            .groupBy('asked.endpoint')
            .as('longest'),
        )
        // Concurrent attempts are answered in any order: the longest counts.
        .set({
          quiet_until: sql<Date>`greatest(endpoint.quiet_until, now() + make_interval(secs => longest.seconds))`,
        })
        .whereRef('endpoint.id', '=', 'longest.endpoint'),
    )
    .with('settled', (cte) =>
      cte
        .updateTable('delivery')
        .from(
          told.as<'told'>(
            sql`told(endpoint_id text, position bigint, subject text, lease text, state text, seconds float8, attempt jsonb)`,
          ),
        )
        .set((of) => ({
          state: of.ref('told.state'),
          lease: null,
          leased_until: null,
          attempts: sql<number>`delivery.attempts + 1`,
          last_result: sql<string>`told.attempt ->> 'result'`,
          history: sql`delivery.history || told.attempt`,
          due_at: of
            .case()
            .when('told.state', '=', 'waiting')
            .then(sql<Date>`now() + make_interval(secs => told.seconds)`)
            .else(of.ref('delivery.due_at'))
            .end(),
        }))
        .whereRef('delivery.endpoint_id', '=', 'told.endpoint_id')
        .whereRef('delivery.position', '=', 'told.position')
        // Implied by the position, but with it the index of waiting deliveries finds this one row as well.
        .whereRef('delivery.subject', '=', 'told.subject')
        .where('delivery.state', '=', 'waiting')
        .where((is) => is.or([is('told.state', '=', 'delivered'), is('told.lease', '=', is.ref('delivery.lease'))]))
        .returning([
          'delivery.endpoint_id',
          'delivery.subject',
          'delivery.position',
          'delivery.state',
          'delivery.due_at',
        ]),
    )
    // Later deliveries of the subject are put off too, so that claims need not read them: a failing endpoint may have
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
              // In the order of the index, so that no other is read.
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
