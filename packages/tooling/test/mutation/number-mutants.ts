import ts from 'typescript';

/** A replacement of one expression, or of one block, of a source file. */
export interface NumberMutant {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** Smaller counts change by one, because half and double would not reveal an off-by-one error. */
const SMALL = 10;

const otherNumbers = (value: number): readonly number[] => {
  if (value <= SMALL && Number.isInteger(value)) return value === 0 ? [1] : [value - 1, value + 1];
  return [Number.isInteger(value) ? Math.floor(value / 2) : value / 2, value * 2];
};

const LIMITS_IN_SQL = /\b(?:limit |interval ')(\d+)/g;

const propertiesIn = (file: ts.SourceFile): ReadonlyMap<string, ReadonlySet<string>> => {
  const properties = new Map<string, Set<string>>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && !(ts.isCallExpression(node.parent) && node.parent.expression === node))
      properties.set(
        node.expression.getText(),
        (properties.get(node.expression.getText()) ?? new Set()).add(node.name.text),
      );
    ts.forEachChild(node, visit);
  };
  visit(file);
  return properties;
};

const hasAwait = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) || ts.isYieldExpression(node) || (ts.forEachChild(node, hasAwait) ?? false);

const EQUALITY = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

const isWritten = (node: ts.Node): boolean =>
  ts.isLiteralExpression(node) || node.getText() === 'undefined' || node.kind === ts.SyntaxKind.NullKeyword;

/** All mutants of a file's numbers, of its keys for comparing and grouping, and of its slices, limits and loops. */
export const numberMutants = (source: string): readonly NumberMutant[] => {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const properties = propertiesIn(file);
  const replaced = (node: ts.Node, instead: string): NumberMutant => ({
    start: node.getStart(),
    end: node.getEnd(),
    instead,
  });
  const changed = (node: ts.Node, start: number, end: number, instead: string): NumberMutant =>
    replaced(node, source.slice(node.getStart(), start) + instead + source.slice(end, node.getEnd()));

  const numbers = (node: ts.Node): readonly NumberMutant[] => {
    if (ts.isNumericLiteral(node)) {
      const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
      return isName ? [] : otherNumbers(Number(node.text)).map((each) => replaced(node, String(each)));
    }
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return [];
    return [...node.getText().matchAll(LIMITS_IN_SQL)].flatMap(({ 0: all, 1: digits = '', index }) => {
      const end = node.getStart() + index + all.length;
      return otherNumbers(Number(digits)).map((each) => changed(node, end - digits.length, end, String(each)));
    });
  };

  const otherProperty = (node: ts.Node): readonly NumberMutant[] => {
    if (!ts.isPropertyAccessExpression(node)) return [];
    const others = [...(properties.get(node.expression.getText()) ?? [])].filter((each) => each !== node.name.text);
    return others.slice(0, 1).map((other) => changed(node, node.name.getStart(), node.getEnd(), other));
  };

  /** Mutants of a key for grouping or lookup: a constant, another property, or one part less. */
  const key = (node: ts.Node): readonly NumberMutant[] => {
    if (ts.isParenthesizedExpression(node)) return key(node.expression);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [];
    if (!ts.isTemplateExpression(node)) return [replaced(node, "''"), ...otherProperty(node)];
    return node.templateSpans.map(({ expression }) => replaced(expression, "''"));
  };

  const bodyOf = (node: ts.Node | undefined): ts.Node | undefined =>
    node && ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;

  const keys = (node: ts.Node): readonly NumberMutant[] => {
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind))
      return [node.left, node.right].some(isWritten) ? [] : otherProperty(node.left);
    // `[key, value]` is an entry of a map.
    if (ts.isArrayLiteralExpression(node) && node.elements.length === 2 && node.elements[0]) {
      const parent = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
      return ts.isArrowFunction(parent) ? key(node.elements[0]) : [];
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const [first, second] = node.arguments;
    const method = node.expression.name.text;
    const body = bodyOf(method === 'groupBy' ? second : first);
    if (method === 'groupBy' && body) return key(body);
    if (['sort', 'toSorted'].includes(method) && body) return [replaced(body, '0')];
    return ['get', 'has', 'set'].includes(method) && first && !bodyOf(first) ? key(first) : [];
  };

  const pages = (node: ts.Node): readonly NumberMutant[] => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first, second] = node.arguments;
      const method = node.expression.name.text;
      if (method === 'slice' && first && second) return [changed(node, first.getEnd(), second.getEnd(), '')];
      return ['limit', 'take'].includes(method) && first && !isWritten(first) ? [replaced(first, '1')] : [];
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'limit' && !isWritten(node.initializer))
      return [replaced(node.initializer, '1')];
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'limit')
      return [changed(node.parent, node.getStart(), node.getEnd(), 'limit: 1')];
    // Only the first round of a loop with `await`, such as its first page or batch.
    if (ts.isIterationStatement(node, false) && ts.isBlock(node.statement) && hasAwait(node.statement))
      return [changed(node.statement, node.statement.getEnd() - 1, node.statement.getEnd(), ' break; }')];
    return [];
  };

  const mutants: NumberMutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    mutants.push(...numbers(node), ...keys(node), ...pages(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
};
