import { indexes, steps } from './steps.ts';

/** The tables of work, and each one's column of when a row was made. */
const WORK = {
  payment: 'created',
  refund: 'created',
  notice: 'received',
  certificate_request: 'created',
  contract: 'created',
  loose_document: 'due_at',
} as const;

/** Columns that operators search by, over all companies. */
const LOOKED_UP: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quote: {
    quote_by_id: 'quote (id)',
    quote_of_policyholder: 'quote (policyholder_phone, id desc) where policyholder_phone is not null',
  },
  vehicle: { vehicle_by_plate: 'vehicle (licence_plate, id desc)' },
  payment: {
    payment_of_payer: 'payment (payer, id desc)',
    payment_of_session: 'payment (session_id, id desc) where session_id is not null',
    payment_of_company: 'payment (company_id, created desc, id desc)',
    payment_by_status: 'payment (status, created desc, id desc)',
  },
  refund: { refund_done: `refund (created desc) where status = 'done'` },
  contract: {
    contract_without_documents: 'contract (created) where due_at is not null',
    contract_by_age: 'contract (created desc, id desc)',
    contract_of_company: 'contract (company_id, created desc, id desc)',
    contract_by_status: 'contract (status, created desc, id desc)',
  },
};

const ofEach = (what: string, statement: (table: string, begun: string) => string): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(WORK).map(([table, begun]) => [`${what} of ${table}`, [statement(table, begun)]] as const),
  );

/** What operators see: since when work has failed, what they have dismissed, and everything they search by. */
export const OPERATORS_VIEW = steps('0008', {
  ...ofEach('trouble', (table) => `alter table ${table} add column if not exists trouble_since timestamptz(3)`),
  dismissals: [
    `create table dismissal (
      company_id uuid not null references company (id),
      subject_id uuid not null,
      kind text not null,
      at timestamptz(3) not null,
      primary key (company_id, subject_id, kind)
    )`,
  ],
  ...ofEach(
    'age of the trouble',
    (table, begun) =>
      `update ${table} set trouble_since = ${begun} where trouble is not null and trouble_since is null`,
  ),
  ...ofEach(
    'order of the trouble',
    (table) => `create index if not exists ${table}_in_trouble on ${table} (trouble_since) where trouble is not null`,
  ),
  ...Object.fromEntries(Object.entries(LOOKED_UP).map(([table, on]) => [`looking up ${table}`, indexes(on)])),
});
