import { sql } from 'kysely';
import type { CompanyAndId } from './rows.ts';

/** Rows of any companies, in two lists of the same length. */
export interface Chosen {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * An operator's list needs two statements: one chooses the rows, the other reads them with their related rows. A sort
 * over all companies cannot be combined with joins on each company's own node.
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
