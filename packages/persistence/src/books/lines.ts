import {
  addDays,
  type Balance,
  type Books,
  type LedgerLine,
  type LocalDate,
  type OpenAmount,
  type PostingFilter,
} from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { plain, type Prepared } from '../database/prepared-statement.ts';
import { IS_OPEN } from '../schema/books.ts';
import { MOVED, rangeOf } from './account-days.ts';

/**
 * The conditions of a filter without its days, with their values. The text depends only on which filters are set, and
 * on the account.
 */
export const conditionsOf = (
  { account, insurers, companyId, wallet }: Omit<PostingFilter, 'from' | 'until'>,
  taken: number,
  table = 'entry',
) => {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${taken + values.push(value)}`;
  const texts = [
    // The account is a literal, so that the planner can use the index of the open accounts.
    account !== undefined && `posting.account = '${account}'`,
    insurers !== undefined &&
      `coalesce(${table}.insurer, '') = any (${place(insurers.map((each) => each ?? ''))}::text[])`,
    companyId !== undefined && `${table}.company_id = ${place(companyId)}`,
    wallet !== undefined && `${table}.wallet = ${place(wallet)}`,
  ].filter((text) => text !== false);
  return { text: texts.map((text) => ` and ${text}`).join(''), values };
};

export const POSTED = 'entry join posting on posting.company_id = entry.company_id and posting.entry_id = entry.id';

/** Parameters: first and last day, the line after which to start, limit; then the values of the conditions. */
const LINES = (conditions: string, isFirst: boolean): string => `
  select entry.company_id as "companyId", entry.id, entry.insurer, entry.wallet, entry.cause,
    entry.subject_id as "subjectId", entry.payment_id as "paymentId", entry.at, entry.booked_on as "bookedOn",
    posting.number, posting.account, posting.amount
  from ${POSTED}
  where entry.booked_on between $1::date and $2::date${conditions}
    ${
      isFirst
        ? 'and $3::date is null and $4::uuid is null and $5::integer is null'
        : 'and (entry.booked_on, entry.id) >= ($3::date, $4::uuid) and (entry.booked_on > $3 or entry.id > $4 or posting.number > $5)'
    }
  order by entry.booked_on, entry.id, posting.number limit $6`;

/** Parameters: those of `rangeOf`; then the values of the conditions. */
const BETWEEN = (conditions: string): string => `
  select insurer, wallet, account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from ${MOVED}
  where true${conditions.replaceAll(/(?:entry|posting)\./g, 'moved.')} group by 1, 2, 3`;

/** Parameters: last day, limit. */
const OPEN = `
  select entry.company_id as "companyId", entry.insurer, entry.wallet, entry.payment_id as "paymentId", posting.account,
    sum(posting.amount)::bigint as amount, min(entry.booked_on) as since
  from posting join entry on entry.company_id = posting.company_id and entry.id = posting.entry_id
  where posting.${IS_OPEN} and entry.booked_on <= $1::date
  group by 1, 2, 3, 4, 5 having sum(posting.amount) <> 0
  order by since, "paymentId", posting.account limit $2`;

/** A statement that is not prepared, because its text depends on the filter. */
export const asked = <Row>(text: string, values: unknown[]): Prepared<Row> => ({ text, values });

type Moved = Omit<Balance, 'carried'>;

export const lines = ({ query }: Pick<Database, 'query'>): Pick<Books, 'lines' | 'movements' | 'openAmounts'> => {
  const between = (from: LocalDate, until: LocalDate, filter: PostingFilter) => {
    const { text, values } = conditionsOf(filter, 4);
    return query(asked<Moved>(BETWEEN(text), [...rangeOf(from, until), ...values]));
  };
  return {
    lines: async (filter, after, limit) => {
      const { text, values } = conditionsOf(filter, 6);
      const from = [after?.bookedOn ?? null, after?.id ?? null, after?.number ?? null];
      return query(
        asked<LedgerLine>(LINES(text, after === null), [...[filter.from, filter.until, ...from, limit], ...values]),
      );
    },
    movements: async (filter) => {
      const all = new Map<string, Balance>();
      const add = ({ insurer, wallet, account, debit, credit }: Moved, isCarried: boolean): void => {
        const key = JSON.stringify([insurer ?? '', wallet, account]);
        const known = all.get(key) ?? { insurer, wallet, account, carried: 0, debit: 0, credit: 0 };
        all.set(
          key,
          isCarried
            ? { ...known, carried: known.carried + debit - credit }
            : { ...known, debit: known.debit + debit, credit: known.credit + credit },
        );
      };
      for (const each of await between(FIRST_DAY, addDays(filter.from, -1), filter)) add(each, true);
      for (const each of await between(filter.from, filter.until, filter)) add(each, false);
      return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, balance]) => balance);
    },
    openAmounts: (until, limit) => query(plain<OpenAmount>('open amounts', OPEN, [until, limit])),
  };
};

const FIRST_DAY = '0001-01-01' as LocalDate;
