import { later, type EventPage, type EventQuery, type Journal } from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { toEvent } from '../tables/journal.ts';
import type { Session } from '../database/session.ts';
import { plain } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { inBatchTransaction } from '../database/session.ts';
import type { Found } from '../database/claim-across-companies.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

/** Maximum number of events to which one SQL statement assigns positions. */
const AT_ONCE = 5_000;

/** Maximum number of positions that a read with a filter by type examines. */
const LOOKED_THROUGH = 5_000;

const WAITS = 'exists (select from event where event.company_id = journal.company_id and event.position is null)';

/** Parameters: company, the position after which to start, limit, types or null, limit of positions. */
const READ = `
  select journal.newest, journal.forgotten, ${WAITS} as waits, listed.position, listed.type, listed.at,
    listed.subject_id as "subjectId", listed.quote_id as "quoteId"
  from journal
  left join lateral (
    select event.position, event.type, event.at, event.subject_id, payment.quote_id
    from event
    left join payment on payment.company_id = event.company_id and payment.id = event.subject_id
    where event.company_id = journal.company_id and event.position > greatest($2, journal.forgotten)
      and event.position <= greatest($2, journal.forgotten) + $5 and ($4::text[] is null or event.type = any ($4))
    order by event.position limit $3
  ) listed on true
  where journal.company_id = $1 order by listed.position`;

const NEWEST = `
  select company_id as "companyId", newest, ${WAITS} as waits from journal where company_id = any ($1::uuid[])`;

/** Only one process at a time numbers a company's events. Under this lock, the process sees all committed events. */
const LOCK = `
  select newest, forgotten from journal where company_id = $1 for no key update`;

/** Skips the company if another process holds the lock, because that process numbers the committed events. */
const LOCK_UNLESS_HELD = `${LOCK} skip locked`;

/** Parameters: company, the newest position. */
const NUMBER = `
  with waiting as materialized (
    select number, row_number() over (order by number) as place from (
      select number from event where company_id = $1 and position is null order by number limit ${AT_ONCE}
    ) first
  ), numbered as (
    update event set position = $2::bigint + waiting.place from waiting
    where event.company_id = $1 and event.number = waiting.number returning event.number
  )
  update journal set newest = $2::bigint + (select count(*) from numbered) where company_id = $1 returning newest`;

/**
 * Parameter: the companies that are done. Without this exclusion, a hundred busy companies with new events would hide
 * all others.
 */
const WITH_WAITING = `
  select distinct company_id as "companyId" from event
  where position is null and company_id <> all ($1::uuid[])${SOME_COMPANIES} limit 100`;

/**
 * Companies whose oldest event has expired, or is dated in the future because a clock was ahead. A restriction to some
 * companies filters both tables; otherwise Citus would query every node. Parameters: companies that are done, expiry
 * limit, the time from which a date counts as in the future.
 */
const FORGETTABLE = `
  select company_id as "companyId" from journal where exists (
    select from event
    where event.company_id = journal.company_id and event.position = journal.forgotten + 1
      and (event.at < $2 or event.at > $3)
      ${SOME_COMPANIES}
  ) and company_id <> all ($1::uuid[])${SOME_COMPANIES} limit 100`;

/**
 * Deletes expired events, from the oldest up to the first event that has not expired. An event dated in the future does
 * not stop the deletion. It is deleted together with the next expired event after it. Parameters: company, the last
 * position forgotten, expiry limit, the time from which a date counts as in the future, limit.
 */
const FORGET = `
  with oldest as (
    select position, at from event where company_id = $1 and position > $2 and position <= $2 + $5::bigint
  ), gone as (
    delete from event where company_id = $1 and position > $2 and position <= (
      select max(position) from oldest where at < $3 and position < coalesce(
        (select min(position) from oldest where at >= $3 and at <= $4), $2 + $5::bigint + 1
      )
    ) returning position
  )
  update journal set forgotten = $2::bigint + (select count(*) from gone) where company_id = $1 returning forgotten`;

interface Ends {
  readonly newest: number;
  readonly forgotten: number;
}

type ReadRow = Ends & { readonly waits: boolean } & (Parameters<typeof toEvent>[0] | { readonly position: null });

/**
 * Events get their positions after their commit, in separate transactions. For each company, one process at a time
 * assigns the positions. That process sees all committed events, so no event can later appear below an assigned
 * position.
 */
export const journal = (database: Database): Journal => {
  const { query } = database;
  const look = overParts(database);

  /** Runs work under the lock of a company's journal. Undefined if the company does not exist. */
  const withLock = <Value>(
    companyId: string,
    work: (session: Session, ends: Ends) => Promise<Value>,
  ): Promise<Value | undefined> =>
    inBatchTransaction(database, async (session) => {
      const [ends] = await session.run(plain<Ends>('lock journal', LOCK, [companyId]));
      return ends && (await work(session, ends));
    });

  const number = async (session: Session, companyId: string, { newest: before }: Ends) => {
    const [numbered] = await session.run(plain<Ends>('number events', NUMBER, [companyId, before]));
    return { before, newest: numbered?.newest ?? before };
  };
  /** Assigns positions to all committed events of a company, and returns the newest position. */
  const numberAll = async (companyId: string): Promise<number> => {
    for (;;) {
      const done = await withLock(companyId, (session, ends) => number(session, companyId, ends));
      if (!done || done.newest - done.before < AT_ONCE) return done?.newest ?? 0;
    }
  };
  /** Assigns positions to a batch of events. Returns undefined at once if another process holds the lock. */
  const numberUnlessHeld = (companyId: string): Promise<number | undefined> =>
    inBatchTransaction(database, async (session) => {
      const [ends] = await session.run(plain<Ends>('lock journal unless held', LOCK_UNLESS_HELD, [companyId]));
      return ends && (await number(session, companyId, ends)).newest;
    });

  /**
   * Runs work for each company that a statement finds, until the statement finds no more companies. Then throws the
   * first failure, if any.
   */
  const forEach = async (
    name: string,
    text: string,
    work: (companyId: string) => Promise<unknown>,
    ...values: readonly unknown[]
  ): Promise<void> => {
    const done = new Set<string>();
    const failures: unknown[] = [];
    for (;;) {
      const found = await look(plain<Found>(name, text, [[...done], ...values]));
      for (const { companyId } of found) {
        done.add(companyId);
        await work(companyId).catch((error: unknown) => failures.push(error));
      }
      if (found.length > 0) continue;
      if (failures.length > 0) throw failures[0];
      return;
    }
  };

  const read = async (companyId: string, { after, limit, types }: EventQuery): Promise<readonly ReadRow[]> => {
    const window = types === undefined ? limit : LOOKED_THROUGH;
    return query(plain<ReadRow>('read journal', READ, [companyId, after, limit, types ?? null, window]));
  };

  return {
    page: async (companyId, query) => {
      if (!areIds(companyId)) return { data: [], newest: 0, forgotten: 0, upTo: 0 };
      let rows = await read(companyId, query);
      if (rows[0]?.waits !== false) {
        // One batch of positions is enough for this page, even if more events wait.
        await withLock(companyId, (session, ends) => number(session, companyId, ends));
        rows = await read(companyId, query);
      }
      return toPage(rows, query);
    },
    newest: async (companyIds) => {
      const ids = companyIds.filter((id) => areIds(id));
      const rows = await query(plain<Found & Ends & { waits: boolean }>('newest events', NEWEST, [ids]));
      const all = new Map<string, number>();
      for (const { companyId, newest, waits } of rows)
        all.set(companyId, (waits ? await numberUnlessHeld(companyId) : undefined) ?? newest);
      return all;
    },
    catchUp: () => forEach('events without a position', WITH_WAITING, numberAll),
    forget: async (before, now, limit) => {
      const toCome = later(now, { hours: 24 });
      let all = 0;
      const forget = async (companyId: string): Promise<void> => {
        if (all >= limit) return;
        const gone = await withLock(companyId, async (session, { forgotten }) => {
          const [done] = await session.run(
            plain<Ends>('forget events', FORGET, [companyId, forgotten, before, toCome, limit - all]),
          );
          return (done?.forgotten ?? forgotten) - forgotten;
        });
        all += gone ?? 0;
      };
      await forEach('journals to forget', FORGETTABLE, forget, before, toCome);
      return all;
    },
  };
};

const toPage = (rows: readonly ReadRow[], { after, limit, types }: EventQuery): EventPage => {
  const [{ newest, forgotten } = { newest: 0, forgotten: 0 }] = rows;
  const data = rows.flatMap((row) => (row.position === null ? [] : toEvent(row)));
  const window = types === undefined ? limit : LOOKED_THROUGH;
  const last = data.length === limit ? data.at(-1)?.position : undefined;
  return { data, newest, forgotten, upTo: last ?? Math.min(newest, Math.max(after, forgotten) + window) };
};
