import type { Place } from '@vehicle-insurance/core';
import { sql, type Expression } from 'kysely';
import { areIds } from '../database/text.ts';
import type { CompanyAndId } from './rows.ts';

/** Rows of any companies, in two lists of the same length. */
export interface Chosen {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * An operator's list needs two statements. The first statement chooses the rows. The second statement reads the chosen
 * rows with their related rows. Citus cannot combine a sort over all companies with joins on each company's node.
 */
export const asChosen = (rows: readonly CompanyAndId[]): Chosen => ({
  companyIds: rows.map(({ companyId }) => companyId),
  ids: rows.map(({ id }) => id),
});

/** The chosen rows, to be joined by `isChosen`. */
export const amongChosen = ({ companyIds, ids }: Chosen) =>
  sql<CompanyAndId>`unnest(${companyIds}::uuid[], ${ids}::uuid[])`.as<'chosen'>(sql`chosen (company_id, id)`);

export const isChosen = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.companyId`)} = chosen.company_id and ${sql.ref(`${table}.id`)} = chosen.id`;

/**
 * The condition for the rows after `after` in a list that is sorted by this value and then by id. The rows are a range
 * of an index.
 */
export const isAfter = (
  [value, id]: readonly [Expression<unknown>, Expression<unknown>],
  after: Place,
  direction: 'asc' | 'desc' = 'desc',
) => sql<boolean>`(${value}, ${id}) ${direction === 'asc' ? sql`>` : sql`<`} (${after.value}, ${after.id}::uuid)`;

/** The rows in the order in which they were chosen. */
export const inOrderOf = <Row>(
  chosen: readonly CompanyAndId[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] => {
  const places = new Map(chosen.map(({ id }, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(idOf(one)) ?? 0) - (places.get(idOf(other)) ?? 0));
};

/** The ids in a filter, to be checked before the query. */
export const idsIn = ({ companyId, ids = [], after }: Filter): readonly string[] => [
  ...(companyId === undefined ? [] : [companyId]),
  ...ids,
  ...(after === undefined ? [] : [after.id]),
];

/**
 * The filter without ids that cannot be ours, such as another merchant's ids on a statement. Undefined if no row can
 * match.
 */
export const matchable = <Given extends Filter>(filter: Given): Given | undefined => {
  const ids = filter.ids?.filter((id) => areIds(id));
  return areIds(...idsIn({ ...filter, ids })) ? { ...filter, ids } : undefined;
};

interface Filter {
  readonly companyId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly after?: Place | undefined;
}
