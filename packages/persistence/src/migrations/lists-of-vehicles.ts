import { indexes, steps } from './steps.ts';

const LISTED = ['quote', 'contract'] as const;

const ofEach = (what: string, statements: (table: string) => readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(LISTED.map((table) => [`${what} of ${table}s`, statements(table)]));

/**
 * The place of a quote and of a contract in its vehicle's list, numbered without gaps: a page is a range of them, and
 * the last is the list's length. A process of the release before gives no numbers: what it adds meanwhile is found by a
 * separate index, and the list of its vehicle is counted.
 */
export const LISTS_OF_VEHICLES = steps('0014', {
  ...ofEach('places', (table) => [`alter table ${table} add column if not exists vehicle_ordinal bigint`]),
  ...ofEach('numbering', (table) => [
    `update ${table} set vehicle_ordinal = numbered.place
      from (
        select company_id, id, row_number() over (partition by company_id, vehicle_id order by ordinal) as place
        from ${table}
      ) numbered
      where numbered.company_id = ${table}.company_id and numbered.id = ${table}.id and ${table}.vehicle_ordinal is null`,
  ]),
  ...ofEach('order', (table) => [
    `create unique index if not exists ${table}_in_vehicle on ${table} (company_id, vehicle_id, vehicle_ordinal)`,
  ]),
  ...ofEach('unnumbered', (table) =>
    indexes({ [`${table}_unnumbered`]: `${table} (company_id, vehicle_id) where vehicle_ordinal is null` }),
  ),
  ...ofEach('former order', (table) => [`drop index if exists ${table}_of_vehicle`]),
});
