import { steps } from './steps.ts';

/**
 * Adds a trigger unless the table is distributed already. Citus's catalogue is read by `execute`, since it exists only
 * with the extension.
 */
const unlessDistributed = (table: string, trigger: string): string => `
  do $$
    declare
      is_distributed boolean := false;
    begin
      if to_regclass('pg_dist_partition') is not null then
        execute $q$select exists (select from pg_dist_partition where logicalrelid = '${table}'::regclass)$q$
          into is_distributed;
      end if;
      if not is_distributed then
        ${trigger};
      end if;
    end
  $$`;

const neverEmptied = (table: string): string =>
  unlessDistributed(
    table,
    `create trigger ${table}_emptied before truncate on ${table} for each statement execute function refuse_booked()`,
  );

/** One look at the primary key for each entry that is added. */
const WHOLE = `
  create or replace function refuse_parts_of_entries() returns trigger language plpgsql as $$
    begin
      if exists (
        select from (
          select company_id, entry_id, count(*) as lines, sum(amount) as total from added group by company_id, entry_id
        ) entries
        where total <> 0 or lines <> (
          select count(*) from posting
          where posting.company_id = entries.company_id and posting.entry_id = entries.entry_id
        )
      ) then
        raise exception 'the postings of an entry are added by one statement, once, and come to nothing';
      end if;
      return null;
    end
  $$`;

/**
 * Entries and postings cannot be truncated, and the postings of an entry are added by one statement and add up to zero.
 */
export const WHOLE_ENTRIES = steps('0022', {
  'entries stay': [neverEmptied('entry')],
  'postings stay': [
    neverEmptied('posting'),
    WHOLE,
    unlessDistributed(
      'posting',
      `create trigger posting_added after insert on posting referencing new table as added
        for each statement execute function refuse_parts_of_entries()`,
    ),
  ],
});
