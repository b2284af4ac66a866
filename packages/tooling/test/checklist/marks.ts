import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A mark that a test proves a rule: `// Proves: key, key` directly above the test or a row of its table. */
export interface Mark {
  readonly rule: string;
  /** Below `packages`. */
  readonly file: string;
  /** The sentence that mocha prints, with … for variable parts; for a row of a table, its `describe` and its texts. */
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
  if (ts.isPropertyAssignment(node)) return testInTable(node) ?? rowOf(node, [keyOf(node.name)]);
  return ts.isExpression(node) && ts.isArrayLiteralExpression(node.parent) ? rowOf(node, literalsIn(node)) : undefined;
};

const testIn = (expression: ts.Expression): Named | undefined => {
  if (!ts.isCallExpression(expression)) return undefined;
  const { expression: called, arguments: given } = expression;
  if (ts.isPropertyAccessExpression(called)) return testIn(called.expression);
  const [title] = given;
  if (!title || called.getText() !== 'it') return undefined;
  const named = titleOf(title);
  return { ...named, title: [...describedIn(expression), named.title].join(' ') };
};

/** The titles of the enclosing `describe` blocks, the outermost first. */
const describedIn = (node: ts.Node): readonly string[] => {
  if (ts.isSourceFile(node)) return [];
  const outer = describedIn(node.parent);
  return isDescribe(node) ? [...outer, titleOfDescribe(node)] : outer;
};

const isDescribe = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === 'describe';

const titleOfDescribe = ({ arguments: [title] }: ts.CallExpression): string => (title ? titleOf(title).title : '');

const titleOf = (title: ts.Expression): Named => {
  if (ts.isStringLiteralLike(title)) return { title: title.text, words: [title.text] };
  if (!ts.isTemplateExpression(title)) return { title: '…', words: [] };
  const words = [title.head, ...title.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
  return { title: words.join('…'), words };
};

/** A test in a table that a function turns into tests, under `describe` or the port that the function receives. */
const testInTable = ({ name, parent }: ts.PropertyAssignment): Named | undefined => {
  const call = parent.parent;
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return undefined;
  const words = [keyOf(name)];
  return { title: [...describedIn(call), ...call.arguments.slice(0, 1).flatMap(textOf), ...words].join(' '), words };
};

/** A row of a table, under the `describe` of the tests that use it: the enclosing one, or the only one of the file. */
const rowOf = (node: ts.Node, words: readonly string[]): Named => {
  const [enclosing] = describedIn(node);
  const outermost = enclosing === undefined ? outermostDescribes(node.getSourceFile()) : [enclosing];
  const subjects = outermost.length === 1 ? outermost.map((described) => described.replace(/[,:]$/, '')) : [];
  return { title: [...subjects, words.join(', ')].join(' › '), words };
};

const outermostDescribes = (node: ts.Node): readonly string[] =>
  isDescribe(node) ? [titleOfDescribe(node)] : node.getChildren().flatMap(outermostDescribes);

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
