import type { Caller, KeyLookup } from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { instantOrNull } from '../database/text.ts';
import { ttlCache, type Stopwatch } from '../database/ttl-cache.ts';
import { plain } from '../database/prepared-statement.ts';

const MAX_REMEMBERED = 10_000;

/**
 * Finds a valid key (docs/api.md 2.2) and records its use, at most once a minute. A single statement needs only one
 * round trip.
 */
const FIND = `
  with caller as (
    select api_key.id, api_key.company_id, api_key.expires, api_key.last_used
    from api_key join company on company.id = api_key.company_id
    where hash = $1 and environment = $2 and revoked is null and company.enabled and (expires is null or expires > $3)
  ), used as (
    update api_key set last_used = $3 from caller
    where api_key.id = caller.id
      and (caller.last_used is null or caller.last_used < $3::timestamptz - interval '1 minute')
  )
  select id, company_id, expires from caller`;

interface CallerRow {
  readonly id: string;
  readonly company_id: string;
  readonly expires: string | null;
}

/** Caches only valid keys. So a new key works at once, and other keys use no memory. */
export const keyLookup = ({ query }: Pick<Database, 'query'>, stopwatch?: Stopwatch): KeyLookup => {
  const known = ttlCache<CallerRow>(MAX_REMEMBERED, stopwatch);
  return {
    find: async (hash, environment, now) => {
      const key = `${environment} ${hash}`;
      const before = known.get(key);
      if (before) return stillValid(before, now);
      const sentAt = known.now();
      const [row] = await query(plain<CallerRow>('caller', FIND, [hash, environment, now]));
      if (row) known.keep(key, row, sentAt);
      return row && toCaller(row);
    },
  };
};

const stillValid = (row: CallerRow, now: string): Caller | undefined => {
  const expires = instantOrNull(row.expires);
  return expires === null || expires > now ? toCaller(row) : undefined;
};

const toCaller = ({ id, company_id }: CallerRow): Caller => ({ companyId: company_id, keyId: id });
