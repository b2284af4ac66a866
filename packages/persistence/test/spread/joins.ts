import { allOf, asKind, childrenOf, columnIn, equalitiesIn, isTree, isValue, type Tree } from './syntax.ts';

interface Scope {
  readonly tables: Map<string, string>;
  /** Pairs that the statement compares as equal: a key of a table under its name, or a value. */
  readonly equal: (readonly [string, string])[];
}

const VALUE = '$';

/** A table is either the same on all nodes or distributed by company; joins may combine only rows of one company. */
const EVERYWHERE = 'company';

export const joinBreaches = (tree: Tree, spreadBy: ReadonlyMap<string, string>): readonly string[] => {
  const named = allOf(tree, 'CommonTableExpr').map(({ ctename }) => String(ctename));
  return scopesOf(tree, spreadBy).flatMap(({ tables, equal }) => {
    const spread = [...tables].filter(([, table]) => spreadBy.has(table));
    const others = [...tables.values()].filter(
      (table) => !spreadBy.has(table) && table !== EVERYWHERE && !named.includes(table),
    );
    const [first] = spread;
    if (!first) return [];
    const together = reachedFrom(first[0], equal);
    return [
      ...spread
        .filter(([name]) => !together.has(name))
        .map(([, table]) => `it joins ${first[1]} and ${table} by something other than their distribution key`),
      ...others.map((table) => `it joins ${first[1]} and ${table}, which is on the coordinator`),
    ];
  });
};

const reachedFrom = (name: string, equal: Scope['equal']): ReadonlySet<string> => {
  const reached = new Set([name]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const pair of equal) if (pair.some((each) => reached.has(each))) for (const each of pair) reached.add(each);
  }
  return reached;
};

/** Kinds of nodes with their own scope: they are evaluated first, and their result is passed on. */
const isApart = (kind: string, node: Tree): boolean =>
  kind === 'CommonTableExpr' ||
  (kind === 'RangeSubselect' && node['lateral'] !== true) ||
  (kind === 'SelectStmt' && node['op'] !== 'SETOP_NONE');

const scopesOf = (tree: Tree, spreadBy: ReadonlyMap<string, string>): readonly Scope[] => {
  const scopes: Scope[] = [];
  const begin = (): Scope => {
    const scope: Scope = { tables: new Map(), equal: [] };
    scopes.push(scope);
    return scope;
  };
  const walk = (node: Tree, scope: Scope, owner: string | undefined): void => {
    for (const [kind, child] of Object.entries(node)) {
      if (!isTree(child)) continue;
      if (['larg', 'rarg'].includes(kind) && 'larg' in node && 'rarg' in node && 'op' in node) {
        walk({ SelectStmt: child }, begin(), undefined);
        continue;
      }
      if (kind === 'RangeVar' || kind === 'relation') addTable(child, scope);
      if (['whereClause', 'quals'].includes(kind)) addEqualities(child, scope, owner);
      const inside = isApart(kind, child) ? begin() : scope;
      walk(child, inside, kind === 'SelectStmt' ? onlyTableOf(child) : (changedTableOf(child) ?? owner));
    }
  };
  const addTable = (table: Tree, { tables }: Scope): void => void tables.set(nameOf(table), String(table['relname']));
  const addEqualities = (where: Tree, scope: Scope, owner: string | undefined): void => {
    for (const sides of equalitiesIn(where)) {
      const keys = sides.map((side) => (isValue(side) ? VALUE : keyIn(side, scope, owner)));
      const [left, right] = keys;
      if (left !== undefined && right !== undefined) scope.equal.push([left, right]);
    }
  };
  const keyIn = (side: unknown, { tables }: Scope, owner: string | undefined): string | undefined => {
    const column = columnIn(side);
    const name = column?.table ?? owner;
    if (!column || name === undefined) return undefined;
    const by = spreadBy.get(tables.get(name) ?? name) ?? 'company_id';
    return column.name === by ? name : undefined;
  };
  walk(tree, begin(), undefined);
  return scopes;
};

/** The only table of a SELECT, whose columns need no table name. */
const onlyTableOf = (select: Tree): string | undefined => {
  const from = select['fromClause'];
  if (!isTree(from)) return undefined;
  const [first, ...more] = childrenOf(from);
  const table = more.length === 0 ? asKind(first, 'RangeVar') : undefined;
  return table && nameOf(table);
};

/** The name under which a statement refers to a table. */
const nameOf = (table: Tree): string => String(isTree(table['alias']) ? table['alias']['aliasname'] : table['relname']);

const changedTableOf = (statement: Tree): string | undefined => {
  const { relation } = statement;
  return isTree(relation) ? String(relation['relname']) : undefined;
};
