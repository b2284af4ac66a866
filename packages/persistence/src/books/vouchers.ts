import {
  addDays,
  endOf,
  type AccountBalance,
  type BalanceFilter,
  type Books,
  type Entry,
  type FiledVoucher,
  type LocalDate,
  type Month,
  type Signed,
  type Vouchers,
} from '@vehicle-insurance/core';
import { BATCH } from '../database/connecting.ts';
import type { Database } from '../database/database.ts';
import { plain, type Prepared } from '../database/prepared-statement.ts';
import type { Session } from '../database/session.ts';
import { areIds } from '../database/text.ts';
import { AUTHOR, fromSigned, toSigned, type AuthorColumns } from '../tables/columns.ts';
import { asked, conditionsOf, POSTED } from './lines.ts';

/** A transaction that closes a month or records a voucher holds this lock until the transaction ends. */
export const BOOKS_LOCK = plain('lock books', `select pg_advisory_xact_lock(hashtext('vehicle-insurance books'))`);

const COLUMNS = `voucher.id, voucher.kind, voucher.counterparty, voucher.amount, voucher.booked_on as "bookedOn",
  voucher.at, voucher.reference, voucher.why, voucher.reverses, reversal.id as "reversedBy", voucher.by,
  voucher.by_issuer as "byIssuer", voucher.by_subject as "bySubject", voucher.confirmed_by as "confirmedBy",
  voucher.confirmed_by_issuer as "confirmedByIssuer", voucher.confirmed_by_subject as "confirmedBySubject"`;

const FILED = `select ${COLUMNS} from voucher left join voucher reversal on reversal.reverses = voucher.id`;

/** Parameters: kind, counterparty, reference. */
const WITH_REFERENCE = `${FILED}
  where voucher.kind = $1 and voucher.counterparty is not distinct from $2 and voucher.reference = $3
    and voucher.reverses is null and reversal.id is null`;

/** Parameters: the time and id before which to start, limit. */
const NEWEST = `${FILED}
  where $1::timestamptz is null or (voucher.at, voucher.id) < ($1::timestamptz, $2::uuid)
  order by voucher.at desc, voucher.id desc limit $3`;

const ADD = `
  insert into voucher (id, kind, counterparty, amount, booked_on, at, reference, why, reverses,
    by, by_issuer, by_subject, confirmed_by, confirmed_by_issuer, confirmed_by_subject)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

const LAST_CLOSED = 'select max(month) as month from closing';
const FIRST_DAY = 'select min(booked_on) as day from entry';

/** Parameter: the voucher. */
const ENTRIES = `
  select company_id as "companyId", id, insurer, wallet, cause, subject_id as "subjectId", payment_id as "paymentId", at,
    booked_on as "bookedOn", (
      select json_agg(json_build_object('account', posting.account, 'amount', posting.amount) order by posting.number)
      from posting where posting.company_id = entry.company_id and posting.entry_id = entry.id
    ) as postings
  from entry where subject_id = $1 and payment_id is null order by id`;

/**
 * Each closed entry is in exactly one closing, so the next two statements together cover all entries. Parameters:
 * accounts, values of the conditions.
 */
const CLOSED_BALANCES = (conditions: string): string => `
  select company_id as "companyId", insurer, wallet, account, sum(debit - credit)::bigint as amount
  from closing_balance where account = any ($1::text[])${conditions} group by 1, 2, 3, 4`;
const OPEN_BALANCES = (conditions: string): string => `
  select entry.company_id as "companyId", entry.insurer, entry.wallet, posting.account,
    sum(posting.amount)::bigint as amount
  from ${POSTED} where entry.closing is null and posting.account = any ($1::text[])${conditions} group by 1, 2, 3, 4`;

type Row = Omit<FiledVoucher, keyof Signed> & AuthorColumns;

const toVoucher = ({
  by,
  byIssuer,
  bySubject,
  confirmedBy,
  confirmedByIssuer,
  confirmedBySubject,
  ...row
}: Row): FiledVoucher => ({
  ...row,
  ...toSigned({ by, byIssuer, bySubject, confirmedBy, confirmedByIssuer, confirmedBySubject }),
});

export const vouchers = (session: Session): Vouchers => {
  const one = async (name: string, condition: string, values: readonly unknown[]) => {
    const [row] = await session.run(plain<Row>(name, condition, values));
    return row && toVoucher(row);
  };
  /**
   * Waits longer for the answer, because the statement may read every entry that is not closed. `lock` raises the
   * server's own limit.
   */
  const slow = <Found>(statement: Prepared<Found>) => {
    const patient = { ...statement, answerWithin: BATCH.answer };
    return session.run<Found>(patient);
  };
  return {
    lock: async () => {
      await session.send({ text: `set local statement_timeout = ${BATCH.statement}`, values: [] });
      await session.send(BOOKS_LOCK);
    },
    openFrom: async () => {
      const [closed] = await session.run(plain<{ month: Month | null }>('last closed month', LAST_CLOSED));
      const month = closed?.month ?? undefined;
      if (month !== undefined) return addDays(endOf(month), 1);
      const [first] = await session.run(plain<{ day: LocalDate | null }>('first entry of the books', FIRST_DAY));
      return first?.day ?? undefined;
    },
    balances: async ({ accounts, insurer, ...others }: BalanceFilter) => {
      const filter = { ...others, insurers: insurer === undefined ? undefined : [insurer] };
      const closed = conditionsOf(filter, 1, 'closing_balance');
      const open = conditionsOf(filter, 1);
      return addUp([
        ...(await slow(asked<AccountBalance>(CLOSED_BALANCES(closed.text), [accounts, ...closed.values]))),
        ...(await slow(asked<AccountBalance>(OPEN_BALANCES(open.text), [accounts, ...open.values]))),
      ]);
    },
    find: async (id) => (areIds(id) ? one('voucher', `${FILED} where voucher.id = $1`, [id]) : undefined),
    withReference: ({ kind, counterparty, reference }) =>
      one('voucher with reference', WITH_REFERENCE, [kind, counterparty, reference]),
    entries: (id) => session.run(plain<Entry>('entries of voucher', ENTRIES, [id])),
    add: async ({ id, kind, counterparty, amount, bookedOn, at, reference, why, reverses, ...signature }) => {
      const author = fromSigned(signature);
      const values = [id, kind, counterparty, amount, bookedOn, at, reference, why, reverses];
      await session.send(plain('add voucher', ADD, [...values, ...AUTHOR.map((column) => author[column])]));
    },
  };
};

const addUp = (balances: readonly AccountBalance[]): readonly AccountBalance[] => {
  const all = new Map<string, AccountBalance>();
  for (const each of balances) {
    const key = JSON.stringify([each.companyId, each.insurer, each.wallet, each.account]);
    all.set(key, { ...each, amount: each.amount + (all.get(key)?.amount ?? 0) });
  }
  return [...all.values()];
};

export const filedVouchers =
  ({ query }: Pick<Database, 'query'>): Books['vouchers'] =>
  async (before, limit) =>
    (await query(plain<Row>('vouchers', NEWEST, [before?.at ?? null, before?.id ?? null, limit]))).map(toVoucher);
