import { allOf, asKind, childrenOf, columnIn, equalitiesIn, isTree, isValue, type Tree } from './syntax.ts';

interface Scope {
  readonly tables: Map<string, string>;
  /** What is said to be equal: a key of a table under its name, or a value. */
  readonly equal: (readonly [string, string])[];
}

const VALUE = '$';

/** Every table is the same on all nodes, or its rows go with their company; joined are only rows of the same. */
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
        .map(([, table]) => `it joins ${first[1]} and ${table} by something else than what they are spread by`),
      ...others.map((table) => `it joins ${first[1]} and ${table}, which lies on the coordinator`),
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

/** Kinds of nodes that begin a scope of their own: what is in them is done before, and its result passed on. */
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
      if (kind === 'larg' && 'rarg' in node && 'op' in node) {
        walk({ SelectStmt: child }, begin(), undefined);
        continue;
      }
      if (kind === 'rarg' && 'larg' in node && 'op' in node) {
        walk({ SelectStmt: child }, begin(), undefined);
        continue;
      }
      if (kind === 'RangeVar' || kind === 'relation') addTable(child, scope);
      if (['whereClause', 'quals'].includes(kind)) addEqualities(child, scope, owner);
      const inside = isApart(kind, child) ? begin() : scope;
      walk(child, inside, kind === 'SelectStmt' ? onlyTableOf(child) : (changedTableOf(child) ?? owner));
    }
  };
  const addTable = (table: Tree, { tables }: Scope): void => {
    const alias = isTree(table['alias']) ? table['alias']['aliasname'] : table['relname'];
    tables.set(String(alias), String(table['relname']));
  };
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

/** The one table of a SELECT, whose columns need not say it. */
const onlyTableOf = (select: Tree): string | undefined => {
  const from = select['fromClause'];
  if (!isTree(from)) return undefined;
  const [first, ...more] = childrenOf(from);
  const table = more.length === 0 ? asKind(first, 'RangeVar') : undefined;
  if (!table) return undefined;
  return String(isTree(table['alias']) ? table['alias']['aliasname'] : table['relname']);
};

const changedTableOf = (statement: Tree): string | undefined => {
  const { relation } = statement;
  return isTree(relation) ? String(relation['relname']) : undefined;
};
