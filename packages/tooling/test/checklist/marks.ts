import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A mark that a test proves a rule: `// Proves: key, key` directly above the test or a row of its table. */
export interface Mark {
  readonly rule: string;
  /** Below `packages`. */
  readonly file: string;
  /** The test's title, with … for variable parts, and its `describe` if it begins with one; for a row, its texts. */
  readonly title: string;
  readonly words: readonly string[];
}

type Named = Pick<Mark, 'title' | 'words'>;

const MARK = /^\/\/ Proves: (.+)$/;

/** The files with tests; contract suites are run by the adapters' own tests. */
const FILES = ['*/test/**/*.ts', 'testkit/src/contracts/*.ts'];

export const allMarks = (packages: string): readonly Mark[] =>
  globSync(FILES, { cwd: packages })
    .sort()
    .flatMap((file) => marksIn(file, readFileSync(join(packages, file), 'utf8')));

const marksIn = (file: string, text: string): readonly Mark[] => {
  if (!text.includes('// Proves:')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const seen = new Set<number>();
  const marks: Mark[] = [];
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const [, keys] = MARK.exec(text.slice(pos, end)) ?? [];
      if (keys === undefined || seen.has(pos)) continue;
      seen.add(pos);
      const named = nameOf(node);
      if (!named) throw new Error(`${file}: “// Proves: ${keys}” is not above a test or a row of a table`);
      marks.push(...keys.split(', ').map((rule) => ({ rule, file, ...named })));
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return marks;
};

const nameOf = (node: ts.Node): Named | undefined => {
  if (ts.isExpressionStatement(node)) return testIn(node.expression);
  if (ts.isPropertyAssignment(node)) return row([keyOf(node.name)]);
  return ts.isExpression(node) && ts.isArrayLiteralExpression(node.parent) ? row(literalsIn(node)) : undefined;
};

const testIn = (expression: ts.Expression): Named | undefined => {
  if (!ts.isCallExpression(expression)) return undefined;
  const { expression: called, arguments: given } = expression;
  if (ts.isPropertyAccessExpression(called)) return testIn(called.expression);
  const [title] = given;
  if (!title || called.getText() !== 'it') return undefined;
  const named = titleOf(title);
  return named.title.startsWith('…')
    ? { ...named, title: [...describedIn(expression), named.title].join(' › ') }
    : named;
};

const describedIn = (node: ts.Node): readonly string[] => {
  for (let each = node.parent; !ts.isSourceFile(each); each = each.parent)
    if (ts.isCallExpression(each) && each.expression.getText() === 'describe')
      return each.arguments.slice(0, 1).flatMap(textOf);
  return [];
};

const titleOf = (title: ts.Expression): Named => {
  if (ts.isStringLiteralLike(title)) return { title: title.text, words: [title.text] };
  if (!ts.isTemplateExpression(title)) return { title: '…', words: [] };
  const words = [title.head, ...title.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
  return { title: words.join('…'), words };
};

const row = (words: readonly string[]): Named => ({ title: words.join(', '), words });

const keyOf = (name: ts.PropertyName): string => ('text' in name ? name.text : name.getText());

/** The texts and numbers of a row, without nested ones. */
const literalsIn = (node: ts.Expression): readonly string[] => {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textOf);
  if (ts.isCallExpression(node)) return node.arguments.flatMap(textOf);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((each) => (ts.isPropertyAssignment(each) ? textOf(each.initializer) : []));
};

const textOf = (node: ts.Expression): readonly string[] =>
  ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) ? [node.text] : [];
