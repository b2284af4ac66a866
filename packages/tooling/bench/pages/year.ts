import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { price, type LocalDate } from '@vehicle-insurance/core';
import type pg from 'pg';
import { CAR } from '../data/car.ts';
import { reportProgress } from '../report/progress.ts';
import { addContracts } from '../search/contracts.ts';

/** The outcome of the contracts: one in a hundred was refunded, and a few need an operator. */
const LIVED: readonly string[] = [
  `insert into refund (company_id, id, payment_id, provider, session_id, status, amount, insurer, coverage, created,
     completed, attempts)
   select payment.company_id, gen_random_uuid(), payment.id, provider, session_id, 'done', amount,
     quote.coverage ->> 'insurer', quote.coverage ->> 'id', payment.created, payment.created, 0
   from payment join quote on quote.company_id = payment.company_id and quote.id = payment.quote_id
   where session_id like '%77'`,
  `update contract set cancelled_at = contract.created, cancelled_reason = 'insured elsewhere',
     cancellation = jsonb_build_object('code', 'other', 'lastDay', null, 'soldUntil', end_date, 'refund', null)
   from payment where payment.company_id = contract.company_id and payment.id = payment_id and session_id like '%777'`,
  `update certificate_request set status = 'pending', certificate = null, due_at = created, last_error = '{"code": "no_look_up"}',
     failing_since = created
   from (select company_id, id from contract order by id desc limit 200) late
   where late.company_id = certificate_request.company_id and late.id = contract_id`,
  `update contract set status = 'expired' where end_date < current_date`,
];

/** The account, and the amount of each posting of a sale. */
const POSTINGS = `(values (1, 'wallet', 101000), (2, 'provider_fees', -1000), (3, 'premium_due', -82000),
  (4, 'accessories', -5000), (5, 'tax', -13000), (6, 'commission', -12000), (7, 'premium_due', 12000))
  line (number, account, amount)`;

/** The books of the year, in which all months except this one and the last are closed. */
const BOOKS: readonly string[] = [
  `insert into closing (number, month, at, by)
   select row_number() over (order by month), to_char(month, 'YYYY-MM'), now(), 'bench'
   from generate_series(date_trunc('month', now() - interval '365 days'), now() - interval '62 days', '1 month') month`,
  `insert into entry (company_id, id, insurer, wallet, cause, subject_id, payment_id, at, booked_on, closing)
   select payment.company_id, payment.id, quote.coverage ->> 'insurer', 'wave', 'payment_succeeded', payment.id, payment.id,
     payment.created, payment.created::date, closing.number
   from payment
   join quote on quote.company_id = payment.company_id and quote.id = payment.quote_id
   left join closing on month = to_char(payment.created, 'YYYY-MM')`,
  `insert into posting (company_id, entry_id, number, account, amount)
   select company_id, id, line.number, line.account, line.amount from entry, ${POSTINGS}`,
  `insert into entry_unsummed select company_id, id from entry`,
  `insert into closing_balance (number, company_id, insurer, wallet, account, debit, credit)
   select entry.closing, entry.company_id, entry.insurer, entry.wallet, line.account, sum(greatest(line.amount, 0)),
     sum(greatest(-line.amount, 0))
   from entry, ${POSTINGS} where closing is not null group by 1, 2, 3, 4, 5`,
];

/** Fills a migrated database with a year's contracts, and everything that the console shows of them. */
export const fillYear = async (client: pg.Client, size: number): Promise<void> => {
  const catalogue = sandboxCatalogue();
  await client.query(`insert into catalogue values (1, $1, 'bench')`, [JSON.stringify(catalogue)]);
  const facts = { vehicle: CAR, duration: 12, usage: 'pleasure', startDate: '2026-02-01' as LocalDate } as const;
  const priced = catalogue.coverages.flatMap(({ coverage, tariff }) => {
    const premium = price(coverage, tariff, facts);
    return premium.isOk() ? [{ coverage: JSON.stringify(coverage), premium: JSON.stringify(premium.value) }] : [];
  });
  reportProgress(`filling PostgreSQL with ${size} contracts`);
  await addContracts(client, {
    size,
    sold: { coverages: priced.map(({ coverage }) => coverage), premium: priced[0]?.premium ?? '' },
    progress: (added) => {
      if (added % 100_000 === 0) reportProgress(`${added} contracts`);
    },
  });
  for (const statement of [...LIVED, ...BOOKS]) await client.query(statement);
  await client.query('vacuum analyze');
};
