import { runInNewContext } from 'node:vm';
import { openApiDocument } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { json, scripted } from './scripted-api.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}

/** The expression that a sample prints. */
const callIn = (source: string): string => /^console\.log\(await (.*)\);$/ms.exec(source)?.[1] ?? '';

describe('each sample of the client in the OpenAPI document', () => {
  const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  for (const { path, method, operation } of operations)
    it(`sends the example request of ${operation.operationId}`, async () => {
      const { client, arrived } = scripted([json(200, {})]);
      const [sample] = operation['x-codeSamples'];
      await runInNewContext(callIn(sample?.source ?? ''), { client });
      const [sent] = arrived;
      const id = operation.parameters.find((each) => each.in === 'path')?.example ?? '';
      expect(`${sent?.method} ${sent?.path}`).to.equal(`${method.toUpperCase()} /api/v1.0${path.replace('{id}', id)}`);
      const { requestBody } = operation;
      expect(sent?.body ? JSON.parse(sent.body) : undefined).to.deep.equal(
        requestBody?.content['application/json'].example,
      );
    });
});
