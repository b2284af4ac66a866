import type { FoundKey, IdempotencyKeys } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { UNHELD } from './work-tables.ts';
import { plain } from '../statement.ts';

/** When a claim may overwrite a row. Within its time a row stands for the first request and its answer. */
const MAY_BE_TAKEN = `${UNHELD.replaceAll('leased_until', 'known.leased_until')}
  and (known.expires <= $5 or (known.answer is null and known.fingerprint = excluded.fingerprint))`;

/** The first request's value while the key has not expired, and the new one after that. */
const kept = (column: string, anew = `excluded.${column}`): string =>
  `${column} = case when known.expires <= $5 then ${anew} else known.${column} end`;

/**
 * One statement, so that of any number of concurrent requests one gets the key, and a new key costs one round trip.
 * Values: company, key, fingerprint, id, now, when it expires, seconds.
 */
const CLAIM = `
  insert into idempotency_key as known (company_id, key, fingerprint, id, expires, lease_token, leased_until)
  values ($1, $2, $3, $4, $6, gen_random_uuid(), clock_timestamp() + make_interval(secs => $7))
  on conflict (company_id, key) do update set
    ${['fingerprint', 'id', 'expires'].map((column) => kept(column)).join(', ')}, ${kept('answer', 'null')},
    lease_token = excluded.lease_token, leased_until = excluded.leased_until
  where ${MAY_BE_TAKEN}
  returning id, lease_token as lease`;

/** Why it could not be claimed. A separate statement, so that it sees what the other has committed. */
const WHY_NOT = `
  select answer, fingerprint = $3 as same, expires <= $4 as old from idempotency_key where company_id = $1 and key = $2`;

const HELD = 'company_id = $1 and key = $2 and lease_token = $3';

const KEEP = `
  update idempotency_key set answer = $4, lease_token = null, leased_until = null where ${HELD} returning key`;

const RELEASE = `update idempotency_key set id = $4, lease_token = null, leased_until = null where ${HELD}`;

/** Keys that are locked just now are skipped and found by the next round. */
const FORGET = `
  with old as materialized (
    select ctid as place from idempotency_key where expires <= $1 and ${UNHELD}
    order by expires limit $2 for update skip locked
  )
  delete from idempotency_key where ctid = any (array(select place from old)) returning key`;

interface TakenRow {
  readonly id: string;
  readonly lease: string;
}

interface KnownRow {
  readonly answer: string | null;
  readonly same: boolean;
  readonly old: boolean;
}

export const idempotencyKeys = ({ query, queryBatch }: Pick<Database, 'query' | 'queryBatch'>): IdempotencyKeys => ({
  claim: async ({ companyId, key, fingerprint }, { id, now, expires }, seconds) => {
    const values = [companyId, key, fingerprint, id, now, expires, seconds];
    const [taken] = await query(plain<TakenRow>('claim key', CLAIM, values));
    if (taken) return { is: 'held', held: { companyId, key, ...taken } };
    const [known] = await query(plain<KnownRow>('look at key', WHY_NOT, [companyId, key, fingerprint, now]));
    return asFound(known);
  },
  keep: async ({ companyId, key, lease }, answer) =>
    (await query(plain('keep answer', KEEP, [companyId, key, lease, answer]))).length === 1,
  release: async ({ companyId, key, lease }, id) => {
    await query(plain('release key', RELEASE, [companyId, key, lease, id]));
  },
  forget: async (now, limit) => (await queryBatch(plain('forget keys', FORGET, [now, limit]))).length,
});

/** If the row has changed since it could not be claimed, such as by a lease that ended, the next request sees it. */
const asFound = (known: KnownRow | undefined): FoundKey => {
  if (!known || known.old) return { is: 'in_progress' };
  if (!known.same) return { is: 'reused' };
  return known.answer === null ? { is: 'in_progress' } : { is: 'answered', answer: known.answer };
};
