import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument, type OpenApiDocument } from '@vehicle-insurance/http';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, type FormatConfig } from 'oxfmt';
import ts from 'typescript';

export const SCHEMA = fileURLToPath(new URL('../src/schema.ts', import.meta.url));

export const REGENERATE = 'npx node packages/client/test/generate-schema.ts';

const headerOf = (source: string, regenerate: string) => `// Generated from the OpenAPI document of ${source}.
// After a change there: ${regenerate}
/* oxlint-disable max-lines -- one document, one file */

`;

const BLOB = ts.factory.createTypeReferenceNode('Blob');

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** The parts that the client sends and receives. Its calls document the rest, and all errors have one type. */
const partsOf = ({ operationId, parameters = [], requestBody, responses }: Operation): object => ({
  operationId,
  parameters: parameters.filter((parameter) => parameter.in !== 'header'),
  ...(requestBody && { requestBody }),
  responses: Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => [status, { ...response, description: '', headers: {} }]),
  ),
});

const asCalled = (document: Pick<OpenApiDocument, 'paths'>): object => ({
  ...document,
  webhooks: {},
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, partsOf(operation as Operation)]),
      ),
    ]),
  ),
});

/** Removes properties that the generator writes for absent parts (`?: never`), and headers of any name. */
const withoutEmptyParts: ts.TransformerFactory<ts.Node> = (context) => (root) => {
  const visit = (node: ts.Node): ts.Node | undefined => {
    const visited = ts.visitEachChild(node, visit, context);
    return ts.isPropertySignature(visited) && saysNothing(visited.type) ? undefined : visited;
  };
  return visit(root) ?? root;
};

const saysNothing = (type: ts.TypeNode | undefined): boolean =>
  type?.kind === ts.SyntaxKind.NeverKeyword ||
  (type !== undefined && ts.isTypeLiteralNode(type) && type.members.every(ts.isIndexSignatureDeclaration));

export const generateSchema = (): Promise<string> => generateTypes(openApiDocument(), 'packages/http', REGENERATE);

/** The types of a document, with a header that names the document's package and the command that writes them. */
export const generateTypes = async (
  document: Pick<OpenApiDocument, 'paths'>,
  source: string,
  regenerate: string,
): Promise<string> => {
  const nodes = await openapiTS(asCalled(document) as unknown as OpenAPI3, {
    transform: ({ format: kind }) => (kind === 'binary' ? BLOB : undefined),
  });
  const { transformed } = ts.transform(nodes, [withoutEmptyParts]);
  const style = JSON.parse(readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig;
  return (await format(SCHEMA, headerOf(source, regenerate) + astToString(transformed), style)).code;
};

if (import.meta.main) writeFileSync(SCHEMA, await generateSchema());
