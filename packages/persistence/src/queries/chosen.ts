import { sql } from 'kysely';
import type { CompanyAndId } from '../rows.ts';

/** Rows of any companies, in two lists of the same length. */
export interface Chosen {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * An operator's list is chosen by one statement, and read with all that belongs to it by another: what is sorted over all
 * companies cannot be joined where each company's rows lie.
 */
export const asChosen = (rows: readonly CompanyAndId[]): Chosen => ({
  companyIds: rows.map(({ companyId }) => companyId),
  ids: rows.map(({ id }) => id),
});

/** The chosen ones, to be joined by `isChosen`. */
export const amongChosen = ({ companyIds, ids }: Chosen) =>
  sql<CompanyAndId>`unnest(${companyIds}::uuid[], ${ids}::uuid[])`.as<'chosen'>(sql`chosen (company_id, id)`);

export const isChosen = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.companyId`)} = chosen.company_id and ${sql.ref(`${table}.id`)} = chosen.id`;
