import { LONGEST } from './fields.ts';
import { REFUSALS, type RefusalCode } from './refusal.ts';
import { WEBHOOKS_PATH } from './webhooks-path.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more });
const orNull = (type: string, description: string, more: Json = {}): Json => ({
  type: [type, 'null'],
  description,
  ...more,
});
const object = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string): Json => object({ data: { type: 'array', items: ref(name) } });

const TYPES = orNull('array', 'Only events of these types; null for all.', {
  items: { type: 'string' },
  examples: [['contract.opened', 'certificate.issued']],
});
const URL_FIELD = text('The address of your server: https, without user or password.', {
  maxLength: LONGEST.url,
  examples: ['https://broker.example/hook'],
});
const DESCRIPTION = orNull('string', 'Your own note.', { maxLength: LONGEST.description, examples: ['policies'] });

const ENDPOINT = {
  id: text('The endpoint’s id.', { examples: ['0a1b2c3d4e5f6071'] }),
  url: URL_FIELD,
  types: TYPES,
  description: DESCRIPTION,
  isOn: {
    type: 'boolean',
    description: 'Whether deliveries are sent. While the endpoint is off, waiting deliveries are kept.',
  },
  offReason: orNull('string', 'Why the endpoint is off; null if it is on.'),
  secrets: { type: 'integer', description: 'Secrets that sign each webhook: more than one during a rotation.' },
};
const SECRET = text('Signs the webhooks, as Standard Webhooks 1.0 specifies. `getEndpoint` does not return it.', {
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});
const DELIVERY = {
  id: text('The `webhook-id`.', { examples: ['msg_0a1b2c3d4e5f6071_57'] }),
  type: text('The type of the event.', { examples: ['contract.opened'] }),
  position: { type: 'integer', description: 'The position of the event in GET /event.' },
  state: { type: 'string', enum: ['waiting', 'delivered', 'given_up'] },
  attempts: { type: 'integer', description: 'Attempts that have ended.' },
  lastResult: orNull('string', 'The status of the last attempt, or why there was no answer.'),
  dueAt: orNull('string', 'When the webhook is sent next; null if it is not waiting.', { format: 'date-time' }),
};

const SCHEMAS: Json = {
  Endpoint: object(ENDPOINT),
  EndpointWithSecret: object({ ...ENDPOINT, secret: SECRET }),
  EndpointList: list('Endpoint'),
  NewEndpoint: object({ url: URL_FIELD, types: TYPES, description: DESCRIPTION }, ['types', 'description']),
  EndpointChange: object({ url: URL_FIELD, types: TYPES, description: DESCRIPTION, isOn: ENDPOINT.isOn }, [
    ...['url', 'types', 'description', 'isOn'],
  ]),
  Rotation: object({ finish: { type: 'boolean', description: 'Sign only with the newest secret.' } }, ['finish']),
  TestResult: object({
    status: orNull('integer', 'The status that your server returned; null if it did not answer.'),
    answer: orNull('string', 'The beginning of the answer.'),
    problem: orNull('string', 'Why there was no answer.'),
  }),
  Delivery: object(DELIVERY),
  DeliveryList: list('Delivery'),
  DeliveryDetails: object({
    ...DELIVERY,
    body: { type: 'object', description: 'The webhook.' },
    history: {
      type: 'array',
      items: object({
        at: text('When the attempt began.'),
        result: text('The status, or why there was no answer.'),
        milliseconds: { type: 'integer' },
        answer: text('The first 200 characters of the answer.'),
      }),
    },
  }),
  Again: object({ again: { type: 'integer', description: 'Deliveries that are sent again.' } }),
  Error: object(
    {
      code: text('The error’s code, for programs.'),
      message: text('An explanation for people, with what to do next: in French with `Accept-Language: fr`.'),
      details: {
        type: 'array',
        items: object({ field: text('The field.'), message: text('The rule that it breaks.') }),
      },
    },
    ['details'],
  ),
};

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly answers: string | null;
  readonly status?: 201;
  readonly body?: string;
  readonly errors?: readonly RefusalCode[];
}

const KNOWN = ['endpoint_not_found'] as const;
const BODY = ['invalid_request', 'payload_too_large', 'unsupported_media_type'] as const;
const EVERY = ['unauthorized', 'rate_limited', 'internal_error', 'service_unavailable'] as const;

/** The operations by method and path. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /endpoint': { operationId: 'listEndpoints', summary: 'List your endpoints', answers: 'EndpointList' },
  'POST /endpoint': {
    ...{ operationId: 'createEndpoint', summary: 'Create an endpoint', answers: 'EndpointWithSecret', status: 201 },
    ...{ body: 'NewEndpoint', errors: ['not_set_up', 'too_many_endpoints'] },
  },
  'GET /endpoint/{id}': { operationId: 'getEndpoint', summary: 'Get an endpoint', answers: 'Endpoint', errors: KNOWN },
  'PATCH /endpoint/{id}': {
    ...{ operationId: 'changeEndpoint', summary: 'Change an endpoint, or switch it on or off', answers: 'Endpoint' },
    ...{ body: 'EndpointChange', errors: [...KNOWN, 'endpoint_changed'] },
  },
  'DELETE /endpoint/{id}': {
    ...{
      operationId: 'deleteEndpoint',
      summary: 'Delete an endpoint and its deliveries',
      answers: null,
      errors: KNOWN,
    },
  },
  'POST /endpoint/{id}/rotate': {
    ...{
      operationId: 'rotateSecret',
      summary: 'Add a secret, or drop the older secrets',
      answers: 'EndpointWithSecret',
    },
    ...{ body: 'Rotation', errors: [...KNOWN, 'endpoint_changed'] },
  },
  'POST /endpoint/{id}/test': {
    ...{ operationId: 'testEndpoint', summary: 'Send a test event now', answers: 'TestResult', errors: KNOWN },
  },
  'GET /endpoint/{id}/delivery': {
    ...{ operationId: 'listDeliveries', summary: 'List the latest 100 deliveries', answers: 'DeliveryList' },
    errors: [...KNOWN, 'invalid_request'],
  },
  'GET /endpoint/{id}/delivery/{delivery}': {
    ...{ operationId: 'getDelivery', summary: 'Get a delivery with its attempts', answers: 'DeliveryDetails' },
    errors: [...KNOWN, 'delivery_not_found'],
  },
  'POST /endpoint/{id}/delivery/{delivery}/again': {
    ...{ operationId: 'deliverAgain', summary: 'Send a delivery again, in any state', answers: 'Again' },
    errors: [...KNOWN, 'delivery_not_found'],
  },
  'POST /endpoint/{id}/again': {
    ...{ operationId: 'deliverAllAgain', summary: 'Send all given-up deliveries again', answers: 'Again' },
    errors: KNOWN,
  },
};

const content = (name: string): Json => ({ 'application/json': { schema: ref(name) } });

const parametersOf = (path: string): readonly Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  })),
  ...(path.endsWith('/delivery') ? [{ name: 'state', in: 'query', schema: DELIVERY.state }] : []),
];

const errorsOf = ({ errors = [], body }: Operation): Json => {
  const codes = [...new Set<RefusalCode>([...(body === undefined ? [] : BODY), ...errors, ...EVERY])];
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => String(REFUSALS[code][0]))].map(([status, all]) => [
      status,
      { description: all.map((code) => `\`${code}\``).join(', '), content: content('Error') },
    ]),
  );
};

const operationOf = (path: string, operation: Operation): Json => {
  const { operationId, summary, answers, status = answers === null ? 204 : 200, body } = operation;
  return {
    ...{ operationId, summary, tags: ['Webhooks'], parameters: parametersOf(path) },
    ...(body !== undefined && { requestBody: { content: content(body) } }),
    responses: {
      [status]: { description: 'Done.', ...(answers !== null && { content: content(answers) }) },
      ...errorsOf(operation),
    },
  };
};

const paths: Record<string, Record<string, Json>> = {};
for (const [name, operation] of Object.entries(OPERATIONS)) {
  const [method = '', path = ''] = name.split(' ');
  paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, operation) };
}

/** The OpenAPI document of the webhooks API. */
export const webhooksDocument: Json = {
  openapi: '3.1.0',
  info: {
    title: 'Vehicle insurance webhooks',
    version: '1.0',
    description:
      'Endpoints that receive your company’s events as signed webhooks. The courier, a program beside the insurance ' +
      'API, serves this API and accepts the same keys.',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: WEBHOOKS_PATH, description: 'This server' }],
  security: [{ apiKey: [] }],
  tags: [{ name: 'Webhooks', description: 'Your endpoints and their deliveries.' }],
  paths,
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your company’s key.' },
    },
    schemas: SCHEMAS,
  },
};
