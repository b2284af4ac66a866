import { loadModule, parseSync } from 'libpg-query';

await loadModule();

export type Tree = Readonly<Record<string, unknown>>;

export const treeOf = (text: string): Tree => parseSync(text) as unknown as Tree;

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

export const childrenOf = (tree: Tree): readonly Tree[] => Object.values(tree).filter(isTree);

export const allOf = (tree: Tree | undefined, kind: string): readonly Tree[] => {
  if (tree === undefined) return [];
  const own = tree[kind];
  return [...(isTree(own) ? [own] : []), ...childrenOf(tree).flatMap((child) => allOf(child, kind))];
};

export const asKind = (tree: unknown, kind: string): Tree | undefined => {
  const own = isTree(tree) ? tree[kind] : undefined;
  return isTree(own) ? own : undefined;
};

export const wordsOf = (names: unknown): readonly string[] =>
  isTree(names) ? allOf(names, 'String').map(({ sval }) => String(sval)) : [];

export interface Column {
  readonly table: string | undefined;
  readonly name: string;
}

export const columnIn = (tree: unknown): Column | undefined => {
  const words = wordsOf(asKind(tree, 'ColumnRef')?.['fields']);
  const name = words.at(-1);
  return name === undefined ? undefined : { table: words.at(-2), name };
};

export const isValue = (tree: unknown): boolean => {
  const cast = asKind(tree, 'TypeCast');
  if (cast) return isValue(cast['arg']);
  return (asKind(tree, 'ParamRef') ?? asKind(tree, 'A_Const')) !== undefined;
};

export const equalitiesIn = (where: unknown): readonly (readonly [unknown, unknown])[] => {
  const and = asKind(where, 'BoolExpr');
  if (and?.['boolop'] === 'AND_EXPR') return Object.values(and['args'] as Tree).flatMap(equalitiesIn);
  const compared = asKind(where, 'A_Expr');
  return compared?.['kind'] === 'AEXPR_OP' && wordsOf(compared['name']).join() === '='
    ? [[compared['lexpr'], compared['rexpr']]]
    : [];
};
