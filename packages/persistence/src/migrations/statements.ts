import { indexes, steps } from './steps.ts';
import { WORK_COLUMNS } from './work-columns.ts';

/**
 * What providers' statements say, which days of them were read, and where they differ from our records. A line is
 * unique over all companies and need not belong to one, so it is distributed by its own id. The payment of a duplicate
 * session records under which payment's reference the provider knows it.
 */
export const STATEMENTS = steps('0017', {
  'duplicate sessions': [
    'alter table payment add column if not exists duplicate_of uuid',
    ...indexes({
      payment_duplicates: 'payment (company_id, duplicate_of) where duplicate_of is not null',
      payment_settled: `payment (provider, completed) where status = 'succeeded'`,
    }),
  ],
  'refunds by time': indexes({
    refund_begun: 'refund (provider, created)',
    refund_given: `refund (provider, completed) where status = 'done'`,
  }),
  'statement lines': [
    `create table statement_line (
      provider text not null,
      transaction_id text not null,
      kind text not null,
      amount bigint not null,
      fee bigint not null,
      currency text not null,
      reference text,
      at timestamptz(3) not null,
      primary key (provider, transaction_id, kind),
      constraint statement_line_kind check (kind in ('payment', 'refund', 'other'))
    )`,
    ...indexes({
      statement_line_by_time: 'statement_line (provider, at)',
      statement_line_of: 'statement_line (reference) where reference is not null',
    }),
  ],
  'statement readings': [
    `create table statement_reading (
      id uuid primary key,
      provider text not null,
      day date not null,
      read timestamptz(3),
      ${WORK_COLUMNS},
      trouble_since timestamptz(3),
      version integer not null default 1,
      constraint statement_reading_of_day unique (provider, day)
    )`,
    ...indexes({
      statement_reading_due: 'statement_reading (due_at) where due_at is not null',
      statement_reading_in_trouble: 'statement_reading (trouble_since) where trouble is not null',
    }),
  ],
  'statement differences': [
    `create table statement_difference (
      company_id uuid not null,
      id uuid not null,
      payment_id uuid not null,
      provider text not null,
      kind text not null,
      subject text not null,
      transaction_id text,
      here bigint,
      there bigint,
      fee bigint,
      status text not null,
      at timestamptz(3) not null,
      found timestamptz(3) not null,
      explanation text,
      primary key (company_id, id),
      foreign key (company_id, payment_id) references payment (company_id, id),
      constraint statement_difference_of unique (company_id, payment_id, provider, subject),
      constraint statement_difference_status check (status in ('open', 'explained', 'settled')),
      constraint statement_difference_explained check (status <> 'explained' or explanation is not null)
    )`,
    ...indexes({ statement_difference_open: `statement_difference (found) where status = 'open'` }),
  ],
});
