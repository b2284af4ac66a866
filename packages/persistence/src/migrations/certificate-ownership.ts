import { indexes, steps } from './steps.ts';

/**
 * Certificate numbers with their contract, the end of contracts that cannot be certified, and vehicles that are covered
 * twice.
 *
 * A number belongs to one contract over all companies: it is the key of a table of its own, so that this still holds
 * when companies' rows lie on different nodes. A number that two contracts already share stays with the first; the
 * others keep their certificate and become action items.
 */
export const CERTIFICATE_OWNERSHIP = steps('0006', {
  'concerns of certificate requests': [
    `alter table certificate_request
      add column if not exists concern text,
      add column concern_why text,
      add column concern_since timestamptz(3),
      add column answered integer not null default 0,
      add column attached boolean not null default false,
      drop constraint certificate_request_is_made,
      add constraint certificate_request_is_made
        check (status <> 'pending' or due_at is not null or concern = 'certificate_not_ours') not valid,
      add constraint certificate_request_answered_check check (answered >= 0) not valid,
      add constraint certificate_request_concern check (concern in (
        'credentials_refused', 'certificate_not_ours', 'certificate_of_another_contract', 'certificate_after_cancel')) not valid,
      add constraint certificate_request_concern_told
        check (num_nulls(concern, concern_why, concern_since) in (0, 3)) not valid`,
  ],
  'overlaps and ends of contracts': [
    `alter table contract
      add column if not exists overlapping boolean not null default false,
      add column if not exists cancelled_at timestamptz(3),
      add column cancelled_reason text,
      add constraint contract_cancelled check ((cancelled_at is null) = (cancelled_reason is null)) not valid`,
  ],
  'certificate numbers': [
    `create table certificate_number (
      certificate_number text primary key,
      company_id uuid not null references company (id),
      contract_id uuid not null
    )`,
  ],
  'owners of certificates': [
    `insert into certificate_number (certificate_number, company_id, contract_id)
      select distinct on (number) number, company_id, contract_id
      from (select upper(btrim(certificate ->> 'certificateNumber')) as number, company_id, contract_id, created
        from certificate_request where certificate is not null) issued
      where number is not null order by number, created, contract_id`,
  ],
  'certificates of other contracts': [
    `update certificate_request request set concern = 'certificate_not_ours', concern_since = request.created,
        version = version + 1,
        concern_why = 'its number ' || (certificate ->> 'certificateNumber') || ' belongs to contract ' || first.contract_id
      from certificate_number first
      where first.certificate_number = upper(btrim(request.certificate ->> 'certificateNumber'))
        and first.contract_id <> request.contract_id`,
  ],
  'contracts that overlap': [
    `update contract later set overlapping = true, version = version + 1
      where status <> 'expired' and exists (select from contract earlier
        where earlier.company_id = later.company_id and earlier.vehicle_id = later.vehicle_id
          and earlier.ordinal < later.ordinal and earlier.status <> 'expired'
          and earlier.start_date <= later.end_date and earlier.end_date >= later.start_date)`,
  ],
  'certificate requests are checked': ['is_made', 'answered_check', 'concern', 'concern_told'].map(
    (name) => `alter table certificate_request validate constraint certificate_request_${name}`,
  ),
  'contracts are checked': ['alter table contract validate constraint contract_cancelled'],
  'certificate requests by concern': indexes({
    certificate_request_concerns: 'certificate_request (concern, created) where concern is not null',
  }),
  'contracts by overlap': indexes({
    contract_overlapping: 'contract (created) where overlapping and cancelled_at is null',
  }),
});
