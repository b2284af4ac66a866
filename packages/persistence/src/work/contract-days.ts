import {
  addDays,
  contractMachine,
  step,
  type ContractDays,
  type ContractEvent,
  type ContractStatus,
  type LocalDate,
} from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { plain } from '../statement.ts';

/**
 * Moves a batch of contracts in one statement, with their audit entries. Contracts locked by another process or unit of
 * work are skipped and found by the next round. Rows are updated by their physical address (ctid): a batch costs the
 * same in a table of millions. Values: from, to, the day, the instant, how many.
 */
const moveThose = (due: string): string => `
  with batch as materialized (
    select contract.ctid as place from contract ${due}
    limit $5
    for no key update of contract skip locked
  ), moved as (
    update contract set status = $2, updated = $4, version = version + 1
    where ctid = any (array(select place from batch))
    returning company_id, id
  ), noted as (
    insert into change (company_id, subject_id, what, from_status, to_status, at, why)
    select company_id, id, 'contract', $1, $2, $4, 'its day has come' from moved
  )
  select count(*) as moved from moved`;

const CERTIFIED = `join certificate_request on certificate_request.company_id = contract.company_id
  and certificate_request.contract_id = contract.id and certificate_request.status = 'issued'`;

const START = moveThose(`${CERTIFIED} where contract.status = $1 and start_date <= $3 order by start_date`);
const EXPIRE = moveThose('where contract.status = $1 and end_date < $3 order by end_date');

const NEXT_START = `
  select start_date as date from contract ${CERTIFIED} where contract.status = $1 order by start_date limit 1`;
const NEXT_EXPIRY = 'select end_date as date from contract where status = $1 order by end_date limit 1';

/** The state from which the event leads on: there is exactly one for each. */
const stateBefore = (event: ContractEvent): ContractStatus => {
  const states = Object.keys(contractMachine.table) as ContractStatus[];
  const before = states.find((state) => step(contractMachine, state, event).isOk());
  if (before === undefined) throw new Error(`no contract can ${event}`);
  return before;
};

export const contractDays = ({ query, queryBatch }: Database): ContractDays => {
  const move = async (
    name: string,
    text: string,
    event: ContractEvent,
    ...values: readonly unknown[]
  ): Promise<number> => {
    const from = stateBefore(event);
    const to = step(contractMachine, from, event).unwrap();
    const [row] = await queryBatch(plain<{ moved: number }>(name, text, [from, to, ...values]));
    return row?.moved ?? 0;
  };
  const first = async (name: string, text: string, event: ContractEvent): Promise<LocalDate | undefined> => {
    const [row] = await query(plain<{ date: LocalDate }>(name, text, [stateBefore(event)]));
    return row?.date;
  };
  return {
    start: (today, now, limit) => move('start contracts', START, 'start', today, now, limit),
    expire: (today, now, limit) => move('expire contracts', EXPIRE, 'expire', today, now, limit),
    next: async () => {
      const start = await first('next start', NEXT_START, 'start');
      const lastDay = await first('next expiry', NEXT_EXPIRY, 'expire');
      const expiry = lastDay && addDays(lastDay, 1);
      return start !== undefined && expiry !== undefined && expiry < start ? expiry : (start ?? expiry);
    },
  };
};
