import {
  addDays,
  contractMachine,
  EVENT_OF,
  step,
  type ContractDays,
  type ContractEvent,
  type ContractStatus,
  type Instant,
  type LocalDate,
} from '@vehicle-insurance/core';
import type { TypedDatabase } from '../tables/builder.ts';
import { contractEndings } from './contract-endings.ts';
import { countMoved } from '../companies/list-counts.ts';
import { coversDays } from './selection.ts';
import { prepareEvents } from '../history/events.ts';
import { plain } from '../database/prepared-statement.ts';
import { takeFound, type Found } from '../database/claim-across-companies.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

/** A change of contracts that is due on a certain day: start or expiry (docs/api.md 4.3). */
interface DayOf {
  readonly event: ContractEvent;
  readonly day: 'start_date' | 'end_date';
  /** The condition on the date column, if today is `$2`. */
  readonly hasCome: string;
  /** A further condition, beginning with `and`. */
  readonly and: string;
}

const IS_CERTIFIED = `exists (select from certificate_request request where request.company_id = contract.company_id
  and request.contract_id = contract.id and request.status = 'issued')`;

const START: DayOf = {
  event: 'start',
  day: 'start_date',
  hasCome: 'start_date <= $2',
  and: ` and ${coversDays('contract')} and ${IS_CERTIFIED}`,
};
const EXPIRE: DayOf = { event: 'expire', day: 'end_date', hasCome: 'end_date < $2', and: '' };

/** Parameters: current state, day. */
const isDue = ({ hasCome, and }: DayOf): string => `contract.status = $1 and ${hasCome}${and}`;

/** Parameters: current state, day, limit. */
const lookFor = (dayOf: DayOf): string =>
  `select company_id as "companyId", id from contract where ${isDue(dayOf)}${SOME_COMPANIES}
  order by ${dayOf.day} limit $3`;

/**
 * Changes the state of some contracts of a company, with audit entries. Contracts that another process or unit of work
 * has locked wait for the next run. Parameters: current state, day, company, ids, new state, instant.
 */
const move = (dayOf: DayOf): string => `
  with free as materialized (
    select id from contract where company_id = $3 and id = any ($4::uuid[]) and ${isDue(dayOf)}
    for no key update of contract skip locked
  ), moved as (
    update contract set status = $5, updated = $6, version = version + 1
    where company_id = $3 and id = any (array(select id from free))
    returning company_id, id
  )
  insert into change (company_id, subject_id, what, from_status, to_status, at, why)
  select company_id, id, 'contract', $1, $5, $6, '{"code": "day_reached"}' from moved
  returning subject_id as id`;

const firstDay = ({ event, day, and }: DayOf, state: string): string => `
  (select '${event}' as event, ${day} as day from contract where contract.status = ${state}${and}${SOME_COMPANIES}
    order by ${day} limit 1)`;

/** Parameters: the states before start and before expiry. */
const FIRST_DAYS = `${firstDay(START, '$1')} union all ${firstDay(EXPIRE, '$2')}`;

interface FirstDay {
  readonly event: ContractEvent;
  readonly day: LocalDate;
}

/** The only state in which the event can occur. */
const stateBefore = (event: ContractEvent): ContractStatus => {
  const states = Object.keys(contractMachine.table) as ContractStatus[];
  const before = states.find((state) => step(contractMachine, state, event).isOk());
  if (before === undefined) throw new Error(`no contract can ${event}`);
  return before;
};

interface FoundContract extends Found {
  readonly id: string;
}

export const contractDays = (store: TypedDatabase): ContractDays => {
  const look = overParts(store);
  const addEvents = prepareEvents(store.builder);
  const moveContracts = async (dayOf: DayOf, today: LocalDate, now: Instant, limit: number): Promise<number> => {
    const { event } = dayOf;
    const from = stateBefore(event);
    const to = step(contractMachine, from, event).unwrap();
    const all = await takeFound(
      limit,
      (shown) => look(plain<FoundContract>(`contracts to ${event}`, lookFor(dayOf), [from, today, shown])),
      (companyId, rows) => {
        const ids = rows.map(({ id }) => id);
        const moving = plain<Pick<FoundContract, 'id'>>(`${event} contracts`, move(dayOf), [
          from,
          today,
          companyId,
          ids,
          to,
          now,
        ]);
        return store.queryBatch(moving, (rows) =>
          rows.length === 0
            ? []
            : [
                countMoved(
                  companyId,
                  rows.map(({ id }) => id),
                  { from, to },
                ),
                addEvents(rows.map(({ id }) => ({ companyId, subjectId: id, type: EVENT_OF.contract[to], at: now }))),
              ],
        );
      },
    );
    return all.length;
  };
  return {
    ...contractEndings(store),
    start: (today, now, limit) => moveContracts(START, today, now, limit),
    expire: (today, now, limit) => moveContracts(EXPIRE, today, now, limit),
    next: async () => {
      const states = [START, EXPIRE].map(({ event }) => stateBefore(event));
      const firsts = await look(plain<FirstDay>('next days', FIRST_DAYS, states));
      return firsts.map(({ event, day }) => (event === 'start' ? day : addDays(day, 1))).toSorted()[0];
    },
  };
};
