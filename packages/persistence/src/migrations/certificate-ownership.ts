import { Migration } from '@mikro-orm/migrations';

/**
 * Whose a certificate is; the end of contracts that cannot be certified; vehicles that are covered twice.
 *
 * A number belongs to one contract, whatever company: it is the key of a table of its own, so that this still holds
 * when the rows of companies lie on different nodes. Numbers that two contracts have already stay with the first; the
 * others keep their certificate and are shown to an operator.
 */
export class CertificateOwnership extends Migration {
  override up(): void {
    this.addSql(`create table certificate_number (
      certificate_number text primary key,
      company_id uuid not null references company (id),
      contract_id uuid not null
    )`);
    this.addSql(`alter table certificate_request
      add column concern text,
      add column concern_why text,
      add column concern_since timestamptz(3),
      add column answered integer not null default 0 check (answered >= 0),
      add column attached boolean not null default false,
      drop constraint certificate_request_is_made,
      add constraint certificate_request_is_made
        check (status <> 'pending' or due_at is not null or concern = 'certificate_not_ours'),
      add constraint certificate_request_concern check (concern in (
        'credentials_refused', 'certificate_not_ours', 'certificate_of_another_contract', 'certificate_after_cancel')),
      add constraint certificate_request_concern_told check (num_nulls(concern, concern_why, concern_since) in (0, 3))`);
    this.addSql(`create index certificate_request_concerns on certificate_request (concern, created)
      where concern is not null`);
    this.addSql(`insert into certificate_number (certificate_number, company_id, contract_id)
      select distinct on (number) number, company_id, contract_id
      from (select upper(btrim(certificate ->> 'certificateNumber')) as number, company_id, contract_id, created
        from certificate_request where certificate is not null) issued
      where number is not null order by number, created, contract_id`);
    this
      .addSql(`update certificate_request request set concern = 'certificate_not_ours', concern_since = request.created, version = version + 1,
        concern_why = 'its number ' || (certificate ->> 'certificateNumber') || ' belongs to contract ' || first.contract_id
      from certificate_number first
      where first.certificate_number = upper(btrim(request.certificate ->> 'certificateNumber'))
        and first.contract_id <> request.contract_id`);
    this.addSql(`alter table contract
      add column overlapping boolean not null default false,
      add column cancelled_at timestamptz(3),
      add column cancelled_reason text,
      add constraint contract_cancelled check ((cancelled_at is null) = (cancelled_reason is null))`);
    this.addSql(`update contract later set overlapping = true, version = version + 1
      where status <> 'expired' and exists (select from contract earlier
        where earlier.company_id = later.company_id and earlier.vehicle_id = later.vehicle_id
          and earlier.ordinal < later.ordinal and earlier.status <> 'expired'
          and earlier.start_date <= later.end_date and earlier.end_date >= later.start_date)`);
    this.addSql(`create index contract_overlapping on contract (created) where overlapping and cancelled_at is null`);
  }
}
