import { DOCUMENT_TYPES, LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { DOCUMENT_FIELD } from '../input/form.ts';
import type { InputSchema } from '../input/schema.ts';
import { PDF, type Route } from '../route.ts';
import { answerHeaders, deprecationNote, keyParameter, LANGUAGE_PARAMETER, unchangedResponse } from './headers.ts';
import { contentOf, publishSchema } from './components.ts';
import { EXAMPLE } from '../views/fields.ts';
import { errorResponses } from './error-responses.ts';
import { clientSample } from './client-sample.ts';

/** An endpoint as an operation of the OpenAPI document. `startDate` replaces the start date in the example body. */
export const operationOf = (route: Route, startDate: string = EXAMPLE.startDate): object => {
  const { operationId, tag, summary, description, deprecation, path, query, body, form, answer } = route;
  const notes = [
    ...(deprecation ? [deprecationNote(deprecation)] : []),
    ...(description ? [description] : []),
    ...(query && answer.schema !== PDF ? [ONLY_THESE] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(deprecation && { deprecated: true }),
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    parameters: [...pathParameters(path), ...queryParameters(query), ...keyParameter(route), LANGUAGE_PARAMETER],
    ...(body && { requestBody: { required: true, content: contents(body, form, startDate) } }),
    'x-codeSamples': [clientSample(operationId, exampleId(path), body && bodyExample(body, startDate))],
    responses: {
      [answer.status]: {
        description: answer.status === 201 ? 'Created.' : 'Done.',
        headers: answerHeaders(route),
        content: {
          [answer.schema === PDF ? 'application/pdf' : 'application/json']: { schema: publishSchema(answer.schema) },
        },
      },
      ...unchangedResponse(route),
      ...errorResponses(route),
    },
  };
};

const ONLY_THESE = 'Any other query parameter is refused with 400.';

const pathParameters = (path: string): readonly object[] =>
  path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: exampleId(path) }]
    : [];

/** Every sandbox has this vehicle and this coverage. The other ids return 404 until the reader replaces them. */
const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  vehicle: EXAMPLE.vehicleId,
  quote: EXAMPLE.quoteId,
  contract: EXAMPLE.contractId,
  coverage: EXAMPLE.coverageId,
  key: EXAMPLE.keyId,
};

const exampleId = (path: string): string | undefined =>
  path.includes('{id}') ? EXAMPLE_IDS[path.split('/')[1] ?? ''] : undefined;

const queryParameters = (query: InputSchema | undefined): readonly object[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: contentOf(schema) }));

/** Combines the fields' examples into a body, for tools that ignore examples in the schema. */
const bodyExample = ({ properties }: InputSchema, startDate: string): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { examples, enum: values } = schema as { readonly [each in 'examples' | 'enum']?: readonly unknown[] };
      return [name, name === 'startDate' ? startDate : (examples ?? values)?.[0]];
    }),
  );

const contents = (body: InputSchema, form: boolean, startDate: string): object => ({
  'application/json': { schema: publishSchema(body), example: bodyExample(body, startDate) },
  ...(form && {
    'multipart/form-data': {
      schema: formOf(body),
      encoding: { [DOCUMENT_FIELD]: { contentType: DOCUMENT_TYPES.join(', ') } },
    },
  }),
});

/** The fields of the body, and the file. */
const formOf = (body: InputSchema): object => ({
  allOf: [publishSchema(body)],
  type: 'object',
  properties: {
    [DOCUMENT_FIELD]: {
      type: 'string',
      format: 'binary',
      description: `Registration document: PDF, JPEG or PNG, at most ${LARGEST_DOCUMENT} bytes.`,
    },
  },
});
