import { Migration } from '@mikro-orm/migrations';

/** The tables of work, and where each keeps when a row was made. */
const WORK = {
  payment: 'created',
  refund: 'created',
  notice: 'received',
  certificate_request: 'created',
  contract: 'created',
  loose_document: 'due_at',
} as const;

/** What an operator looks things up by, over all companies. */
const LOOKED_UP = {
  quote_by_id: 'quote (id)',
  quote_of_policyholder: 'quote (policyholder_phone, id desc) where policyholder_phone is not null',
  vehicle_by_plate: 'vehicle (licence_plate, id desc)',
  payment_of_payer: 'payment (payer, id desc)',
  payment_of_session: 'payment (session_id, id desc) where session_id is not null',
  payment_of_company: 'payment (company_id, created desc, id desc)',
  payment_by_status: 'payment (status, created desc, id desc)',
  refund_done: `refund (created desc) where status = 'done'`,
  contract_by_age: 'contract (created desc, id desc)',
  contract_of_company: 'contract (company_id, created desc, id desc)',
  contract_by_status: 'contract (status, created desc, id desc)',
} as const;

/**
 * What operators see: since when work has come to nothing, what they have dismissed, and whatever they look for. On
 * large tables the indexes are made by hand beforehand, without holding up anybody.
 */
export class OperatorsView extends Migration {
  override up(): void {
    for (const [table, begun] of Object.entries(WORK)) {
      this.addSql(`alter table ${table} add column trouble_since timestamptz(3)`);
      this.addSql(`update ${table} set trouble_since = ${begun} where trouble is not null`);
      this.addSql(
        `create index if not exists ${table}_in_trouble on ${table} (trouble_since) where trouble is not null`,
      );
    }
    this.addSql(`create index if not exists contract_without_documents on contract (created) where due_at is not null`);
    this.addSql(`create table dismissal (
      company_id uuid not null references company (id),
      subject_id uuid not null,
      kind text not null,
      at timestamptz(3) not null,
      primary key (company_id, subject_id, kind)
    )`);
    for (const [name, what] of Object.entries(LOOKED_UP)) this.addSql(`create index if not exists ${name} on ${what}`);
  }
}
