import { contractMachine, statesOf, type ContractListFilter } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import { isStorable } from '../database/text.ts';
import type { OnPage, Selection } from '../companies/pages.ts';

type Values = ContractListFilter & OnPage;
type Condition = RawBuilder<unknown>;

/** Whether some contract could match. PostgreSQL rejects a text that it cannot store. */
export const isStorableFilter = ({ policyNumbers = [] }: ContractListFilter): boolean =>
  policyNumbers.every(isStorable);

/** The names of the filters that are set. */
export const filtersIn = (filter: ContractListFilter): readonly (keyof ContractListFilter)[] =>
  FILTERS.filter((name) => filter[name] !== undefined);

const FILTERS = ['vehicleId', 'status', 'policyNumbers', 'licencePlate', 'endingFrom', 'endingTo'] as const;

/**
 * The contracts of a company that match these filters. By policy number or vehicle there are few: all are read. By
 * status or last day there may be a million: they are counted by `contract_count`, and read in the order of an index.
 */
export const selectContracts = (filters: readonly string[], values: Values): Selection => {
  const isSet = (...names: readonly (keyof ContractListFilter)[]): boolean =>
    names.some((name) => filters.includes(name));
  if (isSet('vehicleId', 'policyNumbers', 'licencePlate')) return selectFew(isSet, values);
  return isSet('endingFrom', 'endingTo') ? selectEnding(isSet, values) : selectWithStatus(values);
};

type IsSet = (name: keyof ContractListFilter) => boolean;

const selectFew = (isSet: IsSet, values: Values): Selection => {
  const { companyId, vehicleId, status, policyNumbers, licencePlate } = values;
  // The offset keeps the planner from reading all contracts in the order of their ordinals until enough match.
  const few = sql`(
    select contract.ordinal from contract where contract.company_id = ${companyId}${allOf([
      isSet('vehicleId') && sql`contract.vehicle_id = ${vehicleId}::uuid`,
      isSet('licencePlate') &&
        sql`contract.vehicle_id = (
          select vehicle.id from vehicle where vehicle.company_id = ${companyId} and vehicle.licence_plate = ${licencePlate}
        )`,
      isSet('policyNumbers') && sql`contract.policy_number = any (${policyNumbers}::text[])`,
      isSet('status') && sql`contract.status = ${status}`,
      ...isEnding(isSet, 'contract', values),
    ])} offset 0
  ) few`;
  return {
    total: sql<number>`(select count(*) from ${few})`,
    ordinals: sql`select few.ordinal from ${few} order by few.ordinal desc`,
  };
};

const selectWithStatus = ({ companyId, status }: Values): Selection => ({
  total: countOf(sql`counted.company_id = ${companyId} and counted.status = ${status}`),
  ordinals: sql`select listed.ordinal from contract listed
    where listed.company_id = ${companyId} and listed.status = ${status} order by listed.ordinal desc`,
});

/** Of each last day in the range, the index has the latest contracts first; the page has the latest of all. */
const selectEnding = (isSet: IsSet, values: Values): Selection => {
  const { companyId, status, before, limit } = values;
  const isCounted = sql`counted.company_id = ${companyId} and counted.status = ${
    isSet('status') ? status : sql`any (${sql.lit(ALL)}::text[])`
  }${allOf(isEnding(isSet, 'counted', values))}`;
  return {
    total: countOf(isCounted),
    ordinals: sql`select latest.ordinal from contract_count counted cross join lateral (
        select listed.ordinal from contract listed
        where listed.company_id = ${companyId} and listed.status = counted.status and listed.end_date = counted.end_date
        order by listed.ordinal desc limit ${before}::bigint + ${limit}::bigint
      ) latest
      where ${isCounted} and counted.contracts > 0 order by latest.ordinal desc`,
  };
};

const ALL = `{${statesOf(contractMachine).join()}}`;

const countOf = (isCounted: Condition): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(counted.contracts), 0)::bigint from contract_count counted where ${isCounted})`;

const isEnding = (isSet: IsSet, table: string, { endingFrom, endingTo }: Values): readonly (Condition | false)[] => [
  isSet('endingFrom') && sql`${sql.raw(table)}.end_date >= ${endingFrom}::date`,
  isSet('endingTo') && sql`${sql.raw(table)}.end_date <= ${endingTo}::date`,
];

const allOf = (conditions: readonly (Condition | false)[]): Condition =>
  sql.join(
    conditions.filter((condition) => condition !== false).map((condition) => sql` and ${condition}`),
    sql``,
  );
