import type { FoundKey, IdempotencyKeys } from '@vehicle-insurance/core';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { takeFound, type Found } from '../database/claim-across-companies.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';
import { UNLEASED } from './work-tables.ts';

/** A new key needs only one round trip. Parameters: company, key, fingerprint, id, expiry, lease, seconds. */
const ADD = `
  insert into idempotency_key (company_id, key, fingerprint, id, expires, lease_token, leased_until)
  values ($1, $2, $3, $4, $5, $6, statement_timestamp() + make_interval(secs => $7))
  on conflict (company_id, key) do nothing
  returning id, lease_token as lease`;

/** Reads a key. The statement is separate, so that it sees the commit of a concurrent request. */
const LOOK = `
  select answer, fingerprint = $3 as same, expires <= $4 as old, ${UNLEASED} as free
  from idempotency_key where company_id = $1 and key = $2`;

/**
 * Takes over a key whose request has ended without a response, or an expired key, which becomes a new key. PostgreSQL
 * evaluates the condition on the current row, so exactly one of several concurrent requests gets the key. Parameters:
 * those of `ADD`, and now.
 */
const TAKE_OVER = `
  update idempotency_key set fingerprint = $3, expires = case when expires <= $8 then $5 else expires end,
    id = case when expires <= $8 then $4 else id end, answer = null,
    lease_token = $6, leased_until = statement_timestamp() + make_interval(secs => $7)
  where company_id = $1 and key = $2 and ${UNLEASED} and (expires <= $8 or (answer is null and fingerprint = $3))
  returning id, lease_token as lease`;

const HELD = 'company_id = $1 and key = $2 and lease_token = $3';

const KEEP = `
  update idempotency_key set answer = $4, lease_token = null, leased_until = null where ${HELD} returning key`;

const RELEASE = `update idempotency_key set id = $4, lease_token = null, leased_until = null where ${HELD}`;

const EXPIRED = `expires <= $1 and ${UNLEASED}`;
const LOOK_FOR_EXPIRED = `
  select company_id as "companyId", key from idempotency_key where ${EXPIRED}${SOME_COMPANIES}
  order by expires limit $2`;

/** Locked keys wait for the next run. Parameters: now, company, keys. */
const FORGET = `
  with free as materialized (
    select key from idempotency_key where company_id = $2 and key = any ($3::text[]) and ${EXPIRED}
    for update skip locked
  )
  delete from idempotency_key where company_id = $2 and key = any (array(select key from free)) returning key`;

interface TakenRow {
  readonly id: string;
  readonly lease: string;
}

interface KnownRow {
  readonly answer: string | null;
  readonly same: boolean;
  readonly old: boolean;
  readonly free: boolean;
}

interface FoundKeyRow extends Found {
  readonly key: string;
}

/**
 * A key has one holder at a time. Adding a key, taking a key over and storing the response are one statement each.
 * Leases run in real time; a key expires in business time.
 */
export const idempotencyKeys = ({ query, queryBatch, nodes }: Database): IdempotencyKeys => {
  const look = overParts({ query, nodes });
  return {
    claim: async ({ companyId, key, fingerprint }, { id, now, expires }, seconds) => {
      const held = ({ id: its, lease }: TakenRow): FoundKey => ({
        is: 'held',
        held: { companyId, key, id: its, lease },
      });
      const values = [companyId, key, fingerprint, id, expires, randomUUID(), seconds];
      const [added] = await query(plain<TakenRow>('add key', ADD, values));
      if (added) return held(added);
      const [known] = await query(plain<KnownRow>('look at key', LOOK, [companyId, key, fingerprint, now]));
      if (!known || !mayBeTaken(known)) return asFound(known);
      const [taken] = await query(plain<TakenRow>('take key over', TAKE_OVER, [...values, now]));
      return taken ? held(taken) : { is: 'in_progress' };
    },
    keep: async ({ companyId, key, lease }, answer) =>
      (await query(plain('keep answer', KEEP, [companyId, key, lease, answer]))).length === 1,
    release: async ({ companyId, key, lease }, id) => {
      await query(plain('release key', RELEASE, [companyId, key, lease, id]));
    },
    forget: async (now, limit) => {
      const forgotten = await takeFound(
        limit,
        (shown) => look(plain<FoundKeyRow>('expired keys', LOOK_FOR_EXPIRED, [now, shown])),
        (companyId, rows) => queryBatch(plain('forget keys', FORGET, [now, companyId, rows.map(({ key }) => key)])),
      );
      return forgotten.length;
    },
  };
};

/** Until a key expires, the key belongs to the first request and its response. */
const mayBeTaken = ({ answer, same, old, free }: KnownRow): boolean => free && (old || (answer === null && same));

/**
 * The row may have changed since the failed claim, for instance because a lease has ended. The next request sees the
 * change.
 */
const asFound = (known: KnownRow | undefined): FoundKey => {
  if (!known || known.old) return { is: 'in_progress' };
  if (!known.same) return { is: 'reused' };
  return known.answer === null ? { is: 'in_progress' } : { is: 'answered', answer: known.answer };
};
