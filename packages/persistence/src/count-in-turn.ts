import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from './database.ts';
import { inMemory, type RequestLimit } from './request-limiters.ts';
import { plain } from './prepared-statement.ts';

/** The result of counting one more request. */
interface Counted {
  readonly allowed: boolean;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

/**
 * Counts one more request under two limits in one statement, under the second only if the first allows it. The result
 * is that of two limiters asked one after the other: they count in the same rows, refuse a refused caller from memory,
 * and do without the database while it is away.
 */
export type CountInTurn = (
  first: RequestLimit,
  second: RequestLimit,
) => (first: string, second: string) => Promise<readonly Counted[]>;

const ANEW_OR_MORE = `on conflict (key) do update set
    points = case when known.expire <= $5 then 1 else known.points + 1 end,
    expire = case when known.expire <= $5 then excluded.expire else known.expire end
  returning points, expire`;

/**
 * Values: the two keys, when a window that begins now ends under each limit, now, and the highest first count at which
 * the second is counted too.
 */
const COUNT = `
  with first as (insert into request_count as known values ($1, 1, $3) ${ANEW_OR_MORE}),
    second as (
      insert into request_count as known select $2, 1, $4::bigint from first where first.points <= $6 ${ANEW_OR_MORE}
    )
  select * from first union all select * from second`;

interface CountRow {
  readonly points: number;
  readonly expire: number;
}

/** How many refused keys are remembered; at this limit all are forgotten, and the database is asked again. */
const MAX_REFUSED = 10_000;

export const countInTurn =
  ({ query }: Pick<Database, 'query'>): CountInTurn =>
  (...limits) => {
    const [one, other] = limits;
    const refusedUntil = new Map<string, number>();
    const refused = (key: string, now: number): Counted | undefined => {
      const msBeforeNext = (refusedUntil.get(key) ?? 0) - now;
      return msBeforeNext > 0 ? { allowed: false, remainingPoints: 0, msBeforeNext } : undefined;
    };
    const counted = (key: string, { requests }: RequestLimit, { points, expire }: CountRow, now: number): Counted => {
      if (refusedUntil.size >= MAX_REFUSED) refusedUntil.clear();
      if (points >= requests) refusedUntil.set(key, expire);
      return {
        allowed: points <= requests,
        remainingPoints: Math.max(0, requests - points),
        msBeforeNext: expire - now,
      };
    };
    const insured = limits.map(inMemory);
    const withoutDatabase = async (who: readonly string[]): Promise<readonly Counted[]> => {
      const all: Counted[] = [];
      for (const [at, limiter] of insured.entries()) {
        const count = await consumed(limiter, who[at] ?? '');
        all.push(count);
        if (!count.allowed) break;
      }
      return all;
    };

    return async (...who) => {
      const now = Date.now();
      const keys = [`${one.name}:${who[0]}`, `${other.name}:${who[1]}`] as const;
      const refusedFirst = refused(keys[0], now);
      if (refusedFirst) return [refusedFirst];
      const refusedSecond = refused(keys[1], now);
      const ends = limits.map(({ seconds }) => now + seconds * 1_000);
      const values = [...keys, ...ends, now, refusedSecond ? 0 : one.requests];
      try {
        const rows = await query(plain<CountRow>('count in turn', COUNT, values));
        // Taken after the statement: if another request has begun the window meanwhile, its remaining time as of `now`
        // would be longer than the window.
        const after = Date.now();
        const all = rows.map((row, at) => counted(keys[at] ?? '', limits[at] ?? one, row, after));
        return refusedSecond && all[0]?.allowed ? [...all, refusedSecond] : all;
      } catch {
        return withoutDatabase(who);
      }
    };
  };

const consumed = async (limiter: RateLimiterAbstract, who: string): Promise<Counted> => {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(who);
    return { allowed: true, remainingPoints, msBeforeNext };
  } catch (beyond) {
    if (!(beyond instanceof RateLimiterRes)) throw beyond;
    return { allowed: false, remainingPoints: 0, msBeforeNext: beyond.msBeforeNext };
  }
};
