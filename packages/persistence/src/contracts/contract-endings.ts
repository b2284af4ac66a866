import {
  giveEndingNotices,
  type ContractDays,
  type ContractStatus,
  type EndingNotices,
  type EventType,
  type Instant,
  type LocalDate,
} from '@vehicle-insurance/core';
import type { TypedDatabase } from '../tables/builder.ts';
import { prepareEvents } from '../history/events.ts';
import { plain } from '../database/prepared-statement.ts';
import { inBatchTransaction, type Session } from '../database/session.ts';
import { takeFound, type Found } from '../database/claim-across-companies.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';

/** Parameters: day, limit. */
const LOOK = `select company_id as "companyId", contract_id as id from contract_ending
  where due <= $1${SOME_COMPANIES} order by due limit $2`;

/**
 * Locks the contracts too, so that no operator can cancel them in the meantime. Contracts that are already locked wait
 * for the next run. Parameters: company, ids, day.
 */
const CLAIM = `
  select ending.contract_id as id, ending.announced, contract.end_date as "endDate", contract.status,
    contract.cancelled_at is not null as "isCancelled"
  from contract_ending ending
  join contract on contract.company_id = ending.company_id and contract.id = ending.contract_id
  where ending.company_id = $1 and contract.company_id = $1 and ending.contract_id = any ($2::uuid[]) and ending.due <= $3
  order by ending.due, ending.contract_id
  for no key update skip locked`;

/** Parameters: company, ids, and for each id the next day and the smallest number of days announced. */
const KEEP = `
  update contract_ending ending set due = kept.due, announced = kept.announced
  from unnest($2::uuid[], $3::date[], $4::int[]) kept (id, due, announced)
  where ending.company_id = $1 and ending.contract_id = kept.id`;

/** Parameters: company, ids. */
const FINISH = 'delete from contract_ending where company_id = $1 and contract_id = any ($2::uuid[])';

const FIRST = `select due from contract_ending where due is not null${SOME_COMPANIES} order by due limit 1`;

interface FoundEnding extends Found {
  readonly id: string;
}

interface Claimed extends Pick<EndingNotices, 'announced'> {
  readonly id: string;
  readonly endDate: LocalDate;
  readonly status: ContractStatus;
  readonly isCancelled: boolean;
}

/**
 * Maximum number of events that a statement adds. Each event has four of the 65,535 values that a statement may have.
 */
const AT_ONCE = 5_000;

export const contractEndings = (store: TypedDatabase): Pick<ContractDays, 'announceEndings' | 'nextEnding'> => {
  const look = overParts(store);
  const addEvents = prepareEvents(store.builder);

  const announce = async (
    session: Session,
    { days, today, now }: { readonly days: readonly number[]; readonly today: LocalDate; readonly now: Instant },
    companyId: string,
    ids: readonly string[],
  ): Promise<readonly Claimed[]> => {
    const claimed = await session.run(plain<Claimed>('claim notices of an end', CLAIM, [companyId, ids, today]));
    const all = claimed.map(({ id, announced, endDate, status, isCancelled }) => {
      const contract = { endDate, status, isCancelled };
      return { id, ...giveEndingNotices(contract, { announced }, days, today) };
    });
    const type: EventType = 'contract.ending';
    const events = all.flatMap(({ id, given }) =>
      Array.from({ length: given }, () => ({ companyId, subjectId: id, type, at: now })),
    );
    for (let from = 0; from < events.length; from += AT_ONCE)
      await session.run(addEvents(events.slice(from, from + AT_ONCE)));
    const kept = all.flatMap(({ id, left }) => (left ? [{ id, ...left }] : []));
    const ofKept = [kept.map(({ id }) => id), kept.map(({ due }) => due), kept.map(({ announced }) => announced)];
    if (kept.length > 0) await session.run(plain('keep notices of an end', KEEP, [companyId, ...ofKept]));
    const finished = all.filter(({ left }) => left === null).map(({ id }) => id);
    if (finished.length > 0) await session.run(plain('finish notices of an end', FINISH, [companyId, finished]));
    return claimed;
  };

  return {
    announceEndings: async (days, today, now, limit) => {
      const all = await takeFound(
        limit,
        (shown) => look(plain<FoundEnding>('notices of an end', LOOK, [today, shown])),
        (companyId, rows) =>
          inBatchTransaction(store, (session) =>
            announce(
              session,
              { days, today, now },
              companyId,
              rows.map(({ id }) => id),
            ),
          ),
      );
      return all.length;
    },
    nextEnding: async () => {
      const firsts = await look(plain<{ readonly due: LocalDate }>('next notice of an end', FIRST));
      return firsts.map(({ due }) => due).toSorted()[0];
    },
  };
};
