import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument, type OpenApiDocument } from '@vehicle-insurance/http';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

/** Where the types of the API are kept. */
export const SCHEMA = fileURLToPath(new URL('../src/schema.ts', import.meta.url));

/** What brings them up to date. */
export const REGENERATE = 'node packages/client/test/generate-schema.ts';

const HEADER = `// Generated from the OpenAPI document of packages/http. After a change there: ${REGENERATE}
/* eslint-disable max-lines -- one document, one file */

`;

const BLOB = ts.factory.createTypeReferenceNode('Blob');

/** One operation with its success alone: an error is told by its code, the same for every operation. */
const successOf = (operation: object): object => {
  const { responses, ...rest } = operation as { readonly responses: Readonly<Record<string, unknown>> };
  const isSuccess = ([status]: readonly [string, unknown]) => status.startsWith('2');
  return { ...rest, responses: Object.fromEntries(Object.entries(responses).filter(isSuccess)) };
};

const successesOf = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, successOf(operation)])),
    ]),
  ),
});

/** The types of the API, as `src/schema.ts` has to hold them. */
export const generateSchema = async (): Promise<string> => {
  const nodes = await openapiTS(successesOf(openApiDocument()) as unknown as OpenAPI3, {
    transform: ({ format: kind }) => (kind === 'binary' ? BLOB : undefined),
  });
  return format(HEADER + astToString(nodes), { ...(await resolveConfig(SCHEMA)), filepath: SCHEMA });
};

if (import.meta.main) writeFileSync(SCHEMA, await generateSchema());
