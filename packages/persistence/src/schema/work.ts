/** Idempotency keys, and the last run of each job. `backup.sh` also records its last verified backup here. */
export const WORK: readonly string[] = [
  `create table idempotency_key (
    company_id uuid not null references company (id),
    key text not null,
    fingerprint text not null,
    id uuid not null,
    answer text,
    expires timestamptz(3) not null,
    lease_token uuid,
    leased_until timestamptz,
    primary key (company_id, key)
  )`,
  `create index idempotency_key_expires on idempotency_key (expires)`,
  `create table job_run (
    job text primary key check (job in ('payments', 'certificates', 'documents', 'days', 'backup')),
    at timestamptz(3) not null
  )`,
];
