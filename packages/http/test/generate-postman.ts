import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_PATH, openApiDocument } from '@vehicle-insurance/http';
import { format, type FormatConfig } from 'oxfmt';

export const POSTMAN_FILE = fileURLToPath(new URL('../../../docs/insurance.postman_collection.json', import.meta.url));

const DESCRIPTION = `Insures a vehicle, from registration to certificate. Set the variables \`base_url\` and \`api_key\`,
and run the whole collection: each request sets the variables that later ones need. The requests marked "sandbox only"
replace the payer and read the sandbox's clock.`;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly responses: Readonly<Record<string, object>>;
}

interface Step {
  /** Replaces the id in the path. */
  readonly id?: string;
  /** Replaces fields of the example body. */
  readonly body?: Readonly<Record<string, string>>;
  readonly before?: readonly string[];
  /** Runs after the response; \`body\` is its content. */
  readonly after?: readonly string[];
  /** Repeats the request every second until this expression is true. */
  readonly until?: string;
  /** The expected status; by default a documented success. */
  readonly status?: string;
}

const set = (variable: string, value: string): string => `pm.collectionVariables.set('${variable}', ${value});`;

/** The journey, in order. A step is the id of an operation, or a request that only the sandbox answers. */
const JOURNEY: Readonly<Record<string, Step>> = {
  'GET {{base_url}}/sandbox/clock': {
    after: [set('start_date', 'new Date(Date.parse(body.now) + 7 * 864e5).toISOString().slice(0, 10)')],
  },
  listCoverages: { after: [set('coverage_id', "body.find(({ vehicleType }) => vehicleType === 'auto').id")] },
  registerVehicle: {
    before: [set('plate', "'PM-' + Date.now()")],
    body: { licencePlate: '{{plate}}', externalId: '{{plate}}' },
    after: [set('vehicle_id', 'body.id')],
  },
  getVehicle: { id: '{{vehicle_id}}' },
  listVehicles: {},
  changeExternalId: { id: '{{vehicle_id}}', body: { externalId: '{{plate}}-A' } },
  createQuote: {
    body: { vehicleId: '{{vehicle_id}}', coverageId: '{{coverage_id}}', startDate: '{{start_date}}' },
    after: [set('quote_id', 'body.id')],
  },
  getQuote: { id: '{{quote_id}}' },
  listQuotes: {},
  payQuote: { id: '{{quote_id}}', after: [set('payment_url', 'body.paymentUrl')] },
  'POST {{payment_url}}/confirm': {},
  getQuoteStatus: {
    id: '{{quote_id}}',
    until: 'body.contractId !== null',
    after: [set('contract_id', 'body.contractId')],
  },
  getContract: {
    id: '{{contract_id}}',
    until: 'body.certificate !== null && Object.values(body.documents).every((url) => url !== null)',
    after: [set('certificate_url', 'body.documents.certificateImageUrl')],
  },
  'GET {{certificate_url}}': {},
  getContractDocument: { id: '{{contract_id}}' },
  getReceipt: { id: '{{contract_id}}' },
  // Only a contract that was cancelled has a statement of its cancellation.
  getCancellationStatement: { id: '{{contract_id}}', status: '404' },
  listContracts: {},
  listEvents: {},
  issueOwnKey: { body: { label: 'Postman' }, after: [set('key_id', 'body.id')] },
  listOwnKeys: {},
  revokeOwnKey: { id: '{{key_id}}' },
};

/** Names of the requests that are not operations. */
const NAMES: Readonly<Record<string, string>> = {
  'GET {{base_url}}/sandbox/clock': 'Read the clock (sandbox only)',
  'POST {{payment_url}}/confirm': 'Confirm the payment as the payer (sandbox only)',
  'GET {{certificate_url}}': 'Download the picture of the certificate',
};

const POLLS = 60;

const polling = (condition: string, after: readonly string[]): readonly string[] => [
  `const isDone = ${condition};`,
  "const polls = Number(pm.collectionVariables.get('polls') ?? 0) + 1;",
  set('polls', `isDone || polls >= ${POLLS} ? 0 : polls`),
  `if (isDone) { ${after.join(' ')} }`,
  `else if (polls < ${POLLS}) { setTimeout(() => {}, 1000); pm.execution.setNextRequest(pm.info.requestName); }`,
  `else pm.test('is done within ${POLLS} polls', () => pm.expect(isDone).to.equal(true));`,
];

const script = (listen: 'prerequest' | 'test', exec: readonly string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
});

const testsOf = (statuses: readonly string[], { after = [], until }: Step): readonly string[] => [
  `pm.test('returns ${statuses.join(', ')}', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]));`,
  ...(after.length > 0 ? ['const body = pm.response.json();'] : []),
  ...(until === undefined ? after : polling(until, after)),
];

const itemOf = (name: string, method: string, url: string, statuses: readonly string[], step: Step, body?: object) => ({
  name,
  event: [...(step.before ? [script('prerequest', step.before)] : []), script('test', testsOf(statuses, step))],
  request: {
    method,
    url,
    // The key of a company must not reach the payment page or the bucket.
    ...(!url.startsWith(`{{base_url}}${API_PATH}`) && { auth: { type: 'noauth' } }),
    header: method === 'POST' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [],
    ...(body && {
      body: {
        mode: 'raw',
        raw: JSON.stringify({ ...body, ...step.body }, null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
  },
});

/** The Postman collection, generated from the OpenAPI document. */
export const generatePostman = async (): Promise<string> => {
  const operations = new Map(
    Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]) => {
        const operation = each as Operation;
        return [operation.operationId, { path, method: method.toUpperCase(), operation }] as const;
      }),
    ),
  );
  const operationItem = (id: string, step: Step) => {
    const found = operations.get(id);
    if (!found) throw new Error(`${id} is neither an operation nor has it a name`);
    const { path, method, operation } = found;
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const statuses = step.status === undefined ? successes : [step.status];
    const url = `{{base_url}}${API_PATH}${path.replace('{id}', step.id ?? '')}`;
    const example = operation.requestBody?.content['application/json'].example;
    return itemOf(operation.summary, method, url, statuses, step, example);
  };
  const item = Object.entries(JOURNEY).map(([key, step]) => {
    const [method = '', url = ''] = key.split(' ');
    const name = NAMES[key];
    return name === undefined ? operationItem(key, step) : itemOf(name, method, url, ['200'], step);
  });
  const collection = {
    info: {
      name: 'Vehicle insurance API',
      description: DESCRIPTION.replaceAll('\n', ' '),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'x-api-key', value: '{{api_key}}', in: 'header' }).map(([key, value]) => ({
        key,
        value,
        type: 'string',
      })),
    },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:3000' },
      { key: 'api_key', value: '' },
    ],
    item,
  };
  const style = JSON.parse(readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig;
  return (await format(POSTMAN_FILE, JSON.stringify(collection), style)).code;
};

if (import.meta.main) writeFileSync(POSTMAN_FILE, await generatePostman());
