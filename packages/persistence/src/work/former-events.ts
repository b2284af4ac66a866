import { EVENT_OF, instantAt, millisecondsOf, type Instant } from '@vehicle-insurance/core';
import { BATCH } from '../connecting.ts';
import type { Database } from '../database.ts';
import { withSession, type Session } from '../session.ts';
import { plain } from '../prepared-statement.ts';

/** The event of each status in the history, as SQL rows. */
const TOLD = [
  ...rowsOf('payment', EVENT_OF.payment),
  ...rowsOf('refund', EVENT_OF.refund),
  ...rowsOf('contract', EVENT_OF.contract),
  ...rowsOf('certificate', { ...EVENT_OF.certificate, pending: null }),
].join(', ');

function rowsOf(what: string, events: Readonly<Record<string, string | null>>): readonly string[] {
  return Object.entries(events).flatMap(([status, type]) =>
    type === null ? [] : `('${what}', '${status}', '${type}')`,
  );
}

/**
 * One process at a time adds the former events; if it has not finished after an hour, it counts as dead, and another
 * does.
 */
const TAKE_FORMER = `
  update journal set former_at = statement_timestamp() + interval '1 hour'
  where company_id = $1 and former_at <= statement_timestamp() returning looks`;

/**
 * Adds the events of a period before the journal began, oldest first, as far as the stored rows still show them. It
 * holds no lock on the journal: readers are not blocked. Values: company, since, until or null.
 */
const ADD_FORMER = `
  insert into event (company_id, type, subject_id, at)
  select former.company_id, former.type, former.subject_id, former.at from (
    select company_id, 'vehicle.registered' as type, id as subject_id, created as at, 0 as rank, ordinal as number
    from vehicle where company_id = $1
    union all
    select company_id, 'quote.created', id, created, 1, ordinal from quote where company_id = $1
    union all
    select change.company_id, told.type, coalesce(refund.payment_id, change.subject_id), change.at, 2, change.number
    from change
    join (values ${TOLD}) told (what, status, type) on told.what = change.what and told.status = change.to_status
    left join refund on refund.company_id = change.company_id and refund.id = change.subject_id
    left join payment on payment.company_id = $1 and payment.id = coalesce(refund.payment_id, change.subject_id)
    where change.company_id = $1 and change.from_status is distinct from change.to_status and payment.duplicate_of is null and (
      refund.id is null or payment.provider = refund.provider and payment.session_id = refund.session_id
    )
    union all
    select company_id, 'contract.cancelled', id, cancelled_at, 3, ordinal from contract
    where company_id = $1 and cancelled_at is not null
    union all
    select company_id, 'certificate_image.ready', id, updated, 4, ordinal from contract
    where company_id = $1 and certificate_image is not null
    union all
    select company_id, 'contract_document.ready', id, updated, 5, ordinal from contract
    where company_id = $1 and contract_document is not null
  ) former
  left join event
    on event.company_id = $1 and event.type = former.type and event.subject_id = former.subject_id
  where former.at >= $2 and ($3::timestamptz is null or former.at < $3) and event.company_id is null
  order by former.at, former.rank, former.number`;

/**
 * Events are not indexed by subject: those of the company are read once, even where the server's statistics are
 * outdated.
 */
const WITHOUT_LOOPS = 'set local enable_nestloop = off';

/** The most parts into which the former period is divided: the statement of each reads all rows of the company. */
const FORMER_TIMES = 100;
const A_DAY = 86_400_000;

/**
 * All is added. One more look follows a day after the first: processes of the release before may have gone on for a
 * while. Of several looks at the same time only one is counted. Values: company, the number of looks before.
 */
const ADDED = `
  update journal set looks = looks + 1,
    former_at = statement_timestamp() + case when looks = 0 then interval '1 day' end
  where company_id = $1 and looks = $2`;

/** Runs work in a transaction whose statements may take as long as those of a batch. */
export const inBatchTransaction = <Value>(
  database: Database,
  work: (session: Session) => Promise<Value>,
): Promise<Value> =>
  withSession(database, async (session) => {
    await session.send({ text: `set local statement_timeout = ${BATCH.statement}`, values: [] });
    return { value: await work(session), keep: true };
  }).catch((error: unknown) => {
    throw database.failed(error);
  });

/** Adds to a journal what happened before there was one; `give` numbers the events that have no position. */
export const formerEvents =
  (database: Database, give: (companyId: string) => Promise<unknown>) =>
  async (companyId: string, since: Instant, now: Instant): Promise<void> => {
    const { query } = database;
    const [taken] = await query(plain<{ readonly looks: number }>('take former events', TAKE_FORMER, [companyId]));
    if (!taken) return;
    for (const time of formerTimes(since, now)) {
      await inBatchTransaction(database, async (session) => {
        await session.send({ text: WITHOUT_LOOPS, values: [] });
        const adding = { ...plain('add former events', ADD_FORMER, [companyId, ...time]), query_timeout: BATCH.answer };
        await session.send(adding);
      });
      await give(companyId);
    }
    await query(plain('former events added', ADDED, [companyId, taken.looks]));
  };

/** Divides the time from `since` on into parts of at least a day. The last has no end: a clock may have been ahead. */
const formerTimes = (since: Instant, now: Instant): readonly (readonly [Instant, Instant | null])[] => {
  const [from, until] = [millisecondsOf(since), millisecondsOf(now)];
  const step = Math.max(A_DAY, (until - from) / FORMER_TIMES);
  const count = Math.max(1, Math.ceil((until - from) / step));
  const at = (index: number) => instantAt(Math.round(from + index * step));
  return Array.from({ length: count }, (_, index) => [at(index), index === count - 1 ? null : at(index + 1)]);
};
