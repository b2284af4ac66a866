import { contractMachine, statesOf, type ContractListFilter } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import { isStorable } from '../database/text.ts';
import { ALL_DAYS, COUNTS_IN_BLOCK, isInBlock, selectCounted } from '../companies/list-counts.ts';
import { selectFew, type OnPage, type Selection } from '../companies/pages.ts';

type Values = ContractListFilter & OnPage;
type Condition = RawBuilder<unknown>;

/** The condition that a contract covers at least one day. A cancelled contract without a `lastDay` covers none. */
export const coversDays = (contract: string): string =>
  `(${contract}.cancelled_at is null or ${contract}.cancellation ->> 'lastDay' is not null)`;

/** Whether the vehicle has a contract that ends later and is not cancelled. */
export const IS_RENEWED = sql<boolean>`exists (
  select from contract renewal where renewal.company_id = contract.company_id and renewal.vehicle_id = contract.vehicle_id
  and renewal.end_date > contract.end_date and renewal.cancelled_at is null
)`;

/** Whether the filter could match a contract. PostgreSQL would reject a text that it cannot store. */
export const isStorableFilter = ({ policyNumbers = [] }: ContractListFilter): boolean =>
  policyNumbers.every(isStorable);

export const filtersIn = (filter: ContractListFilter): readonly (keyof ContractListFilter)[] =>
  FILTERS.filter((name) => filter[name] !== undefined);

const FILTERS = ['vehicleId', 'status', 'policyNumbers', 'licencePlate', 'endingFrom', 'endingTo'] as const;

/**
 * Selects a company's contracts that match these filters. A policy number or vehicle has few contracts, so the query
 * reads all of them. A status or last day may match a million contracts, so the query uses the counts in
 * `list-counts.ts`.
 */
export const selectContracts = (filters: readonly string[], values: Values): Selection => {
  const isSet = (...names: readonly (keyof ContractListFilter)[]): boolean =>
    names.some((name) => filters.includes(name));
  if (isSet('vehicleId', 'policyNumbers', 'licencePlate')) return selectFew(matching(isSet, values), values);
  return isSet('endingFrom', 'endingTo') ? selectEnding(isSet, values) : selectWithStatus(values);
};

type IsSet = (name: keyof ContractListFilter) => boolean;

const matching = (isSet: IsSet, values: Values): Condition => {
  const { companyId, vehicleId, status, policyNumbers, licencePlate } = values;
  const conditions = [
    isSet('vehicleId') && sql`contract.vehicle_id = ${vehicleId}::uuid`,
    isSet('licencePlate') &&
      sql`contract.vehicle_id = (
        select vehicle.id from vehicle where vehicle.company_id = ${companyId} and vehicle.licence_plate = ${licencePlate}
      )`,
    isSet('policyNumbers') && sql`contract.policy_number = any (${policyNumbers}::text[])`,
    isSet('status') && sql`contract.status = ${status}`,
    ...isEnding(isSet, 'contract', values),
  ];
  return sql`select contract.ordinal from contract where contract.company_id = ${companyId}${allOf(conditions)}`;
};

const selectWithStatus = (values: Values): Selection => {
  const { companyId, status } = values;
  return selectCounted(
    {
      counted: sql`select section, listed, blocks from list_count
        where company_id = ${companyId} and list = 'contract' and status = ${status} and end_date = ${sql.lit(ALL_DAYS)}`,
      entries: sql`select listed.ordinal from contract listed
        where listed.company_id = ${companyId} and listed.status = ${status} and ${isInBlock('listed.ordinal')}`,
    },
    values,
  );
};

const selectEnding = (isSet: IsSet, values: Values): Selection => {
  const { companyId, status } = values;
  // One condition for each status: PostgreSQL combines the conditions' bitmaps, even if a generic plan underestimates
  // the range.
  const ofStatus = (isSet('status') ? [status] : statesOf(contractMachine).map((state) => sql.lit(state))).map(
    (each) => sql`(status = ${each} and end_date < ${sql.lit(ALL_DAYS)}${allOf(isEnding(isSet, 'day', values))})`,
  );
  return selectCounted(
    {
      counted: sql`select section, listed, blocks, status, end_date from list_count day
        where company_id = ${companyId} and list = 'contract' and listed > 0 and (${sql.join(ofStatus, sql` or `)})`,
      entries: sql`select of_day.ordinal from counted cross join lateral (
          select listed.ordinal from contract listed
          where listed.company_id = ${companyId} and listed.status = counted.status
            and listed.end_date = counted.end_date and ${isInBlock('listed.ordinal')} offset 0
        ) of_day where ${COUNTS_IN_BLOCK}`,
    },
    values,
  );
};

const isEnding = (isSet: IsSet, table: string, { endingFrom, endingTo }: Values): readonly (Condition | false)[] => [
  isSet('endingFrom') && sql`${sql.raw(table)}.end_date >= ${endingFrom}::date`,
  isSet('endingTo') && sql`${sql.raw(table)}.end_date <= ${endingTo}::date`,
];

const allOf = (conditions: readonly (Condition | false)[]): Condition =>
  sql.join(
    conditions.filter((condition) => condition !== false).map((condition) => sql` and ${condition}`),
    sql``,
  );
