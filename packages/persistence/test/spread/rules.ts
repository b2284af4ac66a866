import { PLACEMENT } from '../../src/schema/distribution/placement.ts';
import { joinBreaches } from './joins.ts';
import { allOf, asKind, columnIn, equalitiesIn, isValue, treeOf, wordsOf, type Tree } from './syntax.ts';

const SPREAD_BY: ReadonlyMap<string, string> = new Map(
  PLACEMENT.flatMap(({ table, by }) => (by === null ? [] : [[table, by] as const])),
);

/** Functions with the same result within a statement on every node. Statements that change rows may use no others. */
const STABLE: readonly string[] = [
  ...['statement_timestamp', 'make_interval', 'coalesce', 'min', 'max', 'count', 'row_number', 'unnest'],
];

/** A sandbox ends all leases of its own database before it starts. */
const EXCEPTION = /^update \w+ set lease_token = null, leased_until = null where lease_token is not null$/;

/**
 * The only function whose result differs between statements. A statement that changes rows may not use it in CASE or
 * COALESCE.
 */
const CLOCK = 'statement_timestamp';

/**
 * The reasons why a statement could not run if companies are on different nodes, in sentences. A statement about one
 * company should need only that company's node; the tests of lost nodes check this, not these rules.
 */
export const breachesOf = (text: string): readonly string[] => {
  if (EXCEPTION.test(text.trim())) return [];
  const tree = treeOf(text);
  return [...changeBreaches(tree), ...lockBreaches(tree), ...generalBreaches(tree), ...joinBreaches(tree, SPREAD_BY)];
};

const tableOf = (tree: unknown): string => String(asKind({ RangeVar: tree }, 'RangeVar')?.['relname']);

const isOfOneKey = (by: string, where: unknown): boolean =>
  equalitiesIn(where).some((sides) =>
    sides.some((side, index) => columnIn(side)?.name === by && isValue(sides[1 - index])),
  );

const changeBreaches = (tree: Tree): readonly string[] => {
  const changes = ['UpdateStmt', 'DeleteStmt'].flatMap((kind) => allOf(tree, kind));
  const inserts = allOf(tree, 'InsertStmt');
  const spread = [...changes, ...inserts].filter(({ relation }) => SPREAD_BY.has(tableOf(relation)));
  const unstable = spread
    .flatMap((change) => allOf(change, 'FuncCall'))
    .map(({ funcname }) => wordsOf(funcname).at(-1) ?? '')
    .filter((name) => !STABLE.includes(name));
  const deciding = changes
    .filter(({ relation }) => SPREAD_BY.has(tableOf(relation)))
    .flatMap((change) => ['CaseExpr', 'CoalesceExpr'].flatMap((kind) => allOf(change, kind)));
  return [
    ...changes.flatMap(({ relation, whereClause }) => {
      const by = SPREAD_BY.get(tableOf(relation));
      return by === undefined || isOfOneKey(by, whereClause)
        ? []
        : [`it changes rows of ${tableOf(relation)} without a condition on one ${by}`];
    }),
    ...inserts.flatMap(({ relation, cols }) => {
      const by = SPREAD_BY.get(tableOf(relation));
      const named = allOf(cols as Tree | undefined, 'ResTarget').map(({ name }) => name);
      return by === undefined || named.includes(by) ? [] : [`it adds to ${tableOf(relation)} without its ${by}`];
    }),
    ...(deciding.some(readsClock) ? ['it changes rows and reads the clock inside CASE or COALESCE'] : []),
    ...unstable.map((name) => `it changes rows and calls ${name}(), which may return something else on another node`),
  ];
};

const readsClock = (tree: Tree): boolean =>
  allOf(tree, 'SQLValueFunction').length > 0 ||
  allOf(tree, 'FuncCall').some(({ funcname }) => wordsOf(funcname).at(-1) === CLOCK);

const lockBreaches = (tree: Tree): readonly string[] =>
  allOf(tree, 'SelectStmt')
    .filter(({ lockingClause }) => lockingClause !== undefined)
    .flatMap(({ fromClause, whereClause }) =>
      allOf(fromClause as Tree | undefined, 'RangeVar').flatMap((table) => {
        const by = SPREAD_BY.get(tableOf(table));
        return by === undefined || isOfOneKey(by, whereClause)
          ? []
          : [`it locks rows of ${tableOf(table)} without a condition on one ${by}`];
      }),
    );

const generalBreaches = (tree: Tree): readonly string[] => {
  const isSpread = allOf(tree, 'RangeVar').some((table) => SPREAD_BY.has(tableOf(table)));
  if (!isSpread) return [];
  const names = allOf(tree, 'ColumnRef').map((column) => columnIn({ ColumnRef: column })?.name);
  return [
    ...(names.includes('ctid') ? ['it uses ctid, the place of a row on its node'] : []),
    ...(allOf(tree, 'withClause').some(({ recursive }) => recursive === true) ? ['it is recursive'] : []),
  ];
};
