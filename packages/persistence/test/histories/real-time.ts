/**
 * The real time of a history is stored in a sequence, whose changes every transaction sees at once. The time of a
 * transaction is the time at which it began.
 */
export const REAL_TIME = `
  create sequence real_time minvalue 0 start 0;
  create function real_time_at(milliseconds bigint) returns timestamptz immutable language sql as
  $$ select timestamptz '2026-01-15 09:00:00Z' + milliseconds * interval '1 millisecond' $$;
  create function real_time_now() returns timestamptz volatile language sql as
  $$ select real_time_at(last_value) from real_time $$;
  create function transaction_time() returns timestamptz volatile language sql as
  $$ select coalesce(real_time_at(nullif(current_setting('history.began', true), '')::bigint), real_time_now()) $$`;

export const setRealTime = (milliseconds: number): string => `select setval('real_time', ${Math.round(milliseconds)})`;

export const withRealTime = (text: string): string =>
  text
    .replaceAll(/\b(?:clock|statement)_timestamp\(\)/gi, 'real_time_now()')
    .replaceAll(/\bnow\(\)/gi, 'transaction_time()');

export const beginningAt = (text: string, milliseconds: number): string =>
  `${text}; set local history.began = '${Math.round(milliseconds)}'`;
