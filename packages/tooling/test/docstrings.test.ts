import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../../..');

const entryPoints = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((path) => {
  const { exports = {} } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { exports?: Record<string, string> };
  // Only sources: a package may also export other files.
  return Object.values(exports)
    .filter((entryPoint) => entryPoint.endsWith('.ts'))
    .map((entryPoint) => join(ROOT, dirname(path), entryPoint));
});

/** The exports and re-exports of a file without a docstring, limited to the names in `wanted`. */
const undocumented = (path: string, wanted?: ReadonlySet<string>): string[] => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const documented = new Set<string>();
  const bare = new Map<string, string>();
  const reexported: string[] = [];
  for (const statement of source.statements) {
    // A namespace is one export, with one docstring.
    if (isNamespace(statement) && hasDocstring(statement)) continue;
    if (ts.isExportDeclaration(statement)) reexported.push(...behind(path, statement, wanted));
    else
      for (const name of exportedNames(statement))
        if (hasDocstring(statement)) documented.add(name);
        else bare.set(name, placeOf(source, statement, name));
  }
  // A type and its functions may share a name and a docstring.
  const missing = [...bare].filter(([name]) => !documented.has(name) && (wanted?.has(name) ?? true));
  return [...missing.map(([, place]) => place), ...reexported];
};

const behind = (
  path: string,
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
  wanted?: ReadonlySet<string>,
) => {
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return [];
  const target = resolve(dirname(path), moduleSpecifier.text);
  if (!exportClause || !ts.isNamedExports(exportClause)) return undocumented(target, wanted);
  const names = exportClause.elements
    .filter(({ name }) => wanted?.has(name.text) ?? true)
    .map(({ name, propertyName }) => (propertyName ?? name).text);
  return undocumented(target, new Set(names));
};

const isNamespace = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) &&
  statement.exportClause !== undefined &&
  ts.isNamespaceExport(statement.exportClause);

const exportedNames = (statement: ts.Statement): string[] => {
  if (!ts.canHaveModifiers(statement)) return [];
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
};

const hasDocstring = (statement: ts.Statement): boolean =>
  ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => ts.isJSDoc(doc) && /\w/.test(ts.getTextOfJSDocComment(doc.comment) ?? ''));

const placeOf = (source: ts.SourceFile, statement: ts.Statement, name: string): string =>
  `${relative(ROOT, source.fileName)}:${source.getLineAndCharacterOfPosition(statement.getStart()).line + 1} ${name}`;

describe('docstrings', () => {
  it('are present on every export of every entry point', () => {
    expect(entryPoints).to.have.length.above(10);
    expect(entryPoints.flatMap((entryPoint) => [...new Set(undocumented(entryPoint))])).to.deep.equal([]);
  });
});
