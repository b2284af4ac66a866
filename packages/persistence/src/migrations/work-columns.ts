/**
 * Columns of every row that waits for work: when it is due, in business time; how often it was claimed; its last error;
 * and the lease, in real time.
 */
export const WORK_COLUMNS = `
    due_at timestamptz(3),
    attempts integer not null check (attempts >= 0),
    trouble text,
    lease_token uuid,
    leased_until timestamptz`;
