/** Columns of due work: due time, attempts, last error, the time since when attempts have failed, lease, version. */
export const WORK = `due_at timestamptz(3),
    attempts integer not null check (attempts >= 0),
    last_error jsonb,
    failing_since timestamptz(3),
    lease_token uuid,
    leased_until timestamptz,
    version integer not null default 1`;

/**
 * Columns that record who did something: the name, the account behind the name, and the person who confirmed the
 * action.
 */
export const AUTHOR = `by text,
    by_issuer text,
    by_subject text,
    confirmed_by text,
    confirmed_by_issuer text,
    confirmed_by_subject text`;
