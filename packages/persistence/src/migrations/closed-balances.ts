import { steps } from './steps.ts';

/** The balances of a closing are added by the transaction that closes the month, and by none after it. */
const ONCE = `
  create or replace function refuse_closed() returns trigger language plpgsql as $$
    begin
      if not exists (select from closing where number = new.number and xmin = pg_current_xact_id()::xid) then
        raise exception 'what was closed stays closed: nothing is added to its balances';
      end if;
      return new;
    end
  $$`;

/**
 * A closing keeps its balances: the trigger refuses additional ones, and the rights alone protect existing ones from
 * changes.
 */
export const CLOSED_BALANCES = steps('0027', {
  'balances stay': [
    ONCE,
    `create trigger closing_balance_added before insert on closing_balance
      for each row execute function refuse_closed()`,
  ],
});
