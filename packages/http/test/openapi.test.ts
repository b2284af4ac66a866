import { openApiDocument } from '@vehicle-insurance/http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { GUIDES_FILE, generateGuides } from './generate-guides.ts';
import { generatePostman, POSTMAN_FILE } from './generate-postman.ts';
import { servedInMemory } from './serving.ts';

const ENDPOINTS = [
  ...['post /vehicle', 'get /vehicle', 'get /vehicle/{id}', 'patch /vehicle/{id}', 'get /coverage', 'get /event'],
  ...['post /quote/create', 'get /quote', 'post /quote/{id}/pay', 'get /quote/{id}', 'get /quote/{id}/status'],
  ...['get /contract', 'get /contract/{id}', 'get /contract/{id}/document', 'get /contract/{id}/receipt'],
  ...['get /contract/{id}/cancellation', 'get /key', 'post /key', 'post /key/{id}/revoke'],
];

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

interface PostmanItem {
  readonly name: string;
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: { readonly url: string; readonly auth?: { readonly type: string } };
}

interface Examples {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

interface Content {
  readonly schema: Schema;
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly code: string } }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: string;
    readonly schema: { readonly examples?: readonly string[] };
  }[];
  readonly requestBody: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content: Readonly<Record<string, Content>>;
}

describe('the OpenAPI document', () => {
  const document = openApiDocument();
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation as Operation] as const),
  );
  const operation = (name: string): Operation => {
    const [, found] = operations.find(([known]) => known === name) ?? [];
    if (!found) throw new Error(`the document has no ${name}`);
    return found;
  };
  const documentedResponses = ({ responses }: Operation) =>
    Object.entries(responses).map(([status, { content }]) => ({
      status,
      bodies: Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value),
    }));

  // Proves: reference-examples
  it('is served with an example of a quote that starts next month', async () => {
    const api = await servedInMemory();
    const starts = async () => {
      const { components } = (await api.get('/openapi.json')).body as unknown as typeof document;
      const { NewQuote } = components.schemas as typeof schemas;
      return (NewQuote?.properties['startDate'] as { readonly examples: readonly string[] }).examples[0];
    };
    expect(await starts()).to.equal('2026-02-01');
    for (const [now, first] of [
      ['2026-01-31T23:59:59Z', '2026-02-01'],
      ['2026-02-01T00:00:00Z', '2026-03-01'],
      ['2027-12-31T12:00:00Z', '2028-01-01'],
    ] as const) {
      api.clock.moveTo(at(now));
      expect(await starts()).to.equal(first);
    }
    await api.close();
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  // Proves: paths-below-one-prefix
  it('describes every endpoint, each with its own operation id', () => {
    expect(operations.map(([name]) => name)).to.have.members(ENDPOINTS);
    expect(new Set(operations.map(([, { operationId }]) => operationId))).to.have.property('size', ENDPOINTS.length);
  });

  it('has the guides of docs/api.md: after a change run `npm run docs -- reference`', () => {
    expect(readFileSync(GUIDES_FILE, 'utf8')).to.equal(generateGuides());
    const guides = [...String(document.info['description']).matchAll(/^# (.*)$/gm)].map(([, title]) => title);
    expect(guides).to.include.members(['From quote to certificate', 'Authentication', 'Idempotency', 'Errors']);
  });

  it('has a current Postman collection: after a change run `npm run docs -- reference`', async () => {
    const collection = await generatePostman();
    expect(readFileSync(POSTMAN_FILE, 'utf8')).to.equal(collection);
    const { item } = JSON.parse(collection) as { readonly item: readonly PostmanItem[] };
    const summaries = operations.map(([, { summary }]) => summary);
    expect(item.map(({ name }) => name)).to.include.members(summaries);
    for (const { name, event, request } of item) {
      // The key of a company must not reach the payment page or the bucket.
      expect(request.auth?.type, name).to.equal(request.url.startsWith('{{base_url}}/api/') ? undefined : 'noauth');
      expect(event.at(-1)?.script.exec[0], name).to.match(/oneOf\(\[(?:20[01]|404)\]\)/);
    }
  });

  it('refers only to existing schemas and has no unused one', () => {
    const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(new Set(refs)).to.have.all.keys(...Object.keys(document.components.schemas));
  });

  it('has an example of every error, with the body that is sent', () => {
    for (const [name, described] of operations) {
      const failures = documentedResponses(described).filter(({ status }) => Number(status) >= 400);
      const statuses = failures.map(({ status }) => status);
      expect(statuses, name).to.include.members(['401', '429', '500', '503']);
      for (const { bodies } of failures) {
        expect(bodies.length, name).to.be.greaterThan(0);
        for (const body of bodies) expect(body).to.include.keys('code', 'message');
      }
    }
  });

  it('describes the language of messages in every request and every error', () => {
    for (const [name, { parameters: all, responses }] of operations) {
      expect(
        all.map((each) => each.name),
        name,
      ).to.include('Accept-Language');
      const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      for (const [status, { headers }] of errors)
        expect(headers, `${name} ${status}`).to.include.keys('content-language', 'vary');
    }
  });

  const parameters = operations.flatMap(([name, { parameters: all }]) =>
    all.map((each) => ({ ...each, parameter: each.name, name })),
  );

  it('has an example of every id in a path, the same as in the object that it identifies', () => {
    const ids = parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, example]);
    expect(ids).to.have.length.greaterThan(5);
    for (const [name = '', example] of ids) {
      const [, kind = ''] = name.split('/');
      const { properties } = schemas[`${kind[0]?.toUpperCase()}${kind.slice(1)}`] ?? {};
      expect((properties?.['id'] as { readonly examples: readonly string[] }).examples, name).to.deep.equal([example]);
    }
  });

  it('has an example of every body, built from the examples of its fields', () => {
    const bodies = operations.flatMap(([name, { requestBody }]) => {
      const { schema, example } =
        (requestBody as Operation['requestBody'] | undefined)?.content['application/json'] ?? {};
      return schema ? [{ name, schema, example }] : [];
    });
    expect(bodies).to.have.length(5);
    for (const { name, schema, example } of bodies) {
      const { properties } = schemas[(schema as unknown as { $ref: string }).$ref.split('/').at(-1) ?? ''] ?? {};
      for (const [field, { examples, enum: values }] of Object.entries(properties ?? {}) as [string, Examples][])
        expect(example, name)
          .to.have.property(field)
          .that.equals((examples ?? values)?.[0]);
    }
  });

  it('has a different example of an idempotency key for every POST', () => {
    const examples = parameters
      .filter(({ parameter }) => parameter === 'Idempotency-Key')
      .flatMap(({ schema }) => schema.examples ?? []);
    expect(examples).to.have.length(operations.filter(([name]) => name.startsWith('post ')).length);
    expect(new Set(examples)).to.have.property('size', examples.length);
    for (const example of examples) expect(example).to.match(/^"[0-9a-f-]{36}"$/);
  });

  it('has a webhook for every type of event, signed by Standard Webhooks', () => {
    const { Event } = schemas;
    const types = (Event?.properties['type'] as { readonly enum: readonly string[] }).enum;
    expect(Object.keys(document.webhooks)).to.have.members(types);
    for (const [type, { post }] of Object.entries(document.webhooks) as [string, { post: Operation }][]) {
      const payload = post.requestBody.content['application/json']?.schema;
      expect(payload?.properties['type'], type).to.have.deep.property('enum', [type]);
      const headers = post.parameters.map(({ name }) => name);
      expect(headers, type).to.deep.equal(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      // The time that the courier waits.
      expect(post.responses['2XX']?.description, type).to.include('within 15 seconds');
    }
  });

  it('lists the headers of a 304 response', () => {
    const headers = (name: string) => Object.keys(operation(name).responses['304']?.headers ?? {});
    expect(headers('get /quote')).to.deep.equal(['etag']);
    expect(headers('get /quote/{id}/status')).to.deep.equal(['etag', 'retry-after']);
  });

  // Proves: documented-bounds
  it('documents the bounds of the domain', () => {
    const { NewVehicle } = schemas;
    expect(NewVehicle?.properties['year']).to.include({ minimum: 1900, maximum: 2100 });
    expect(NewVehicle?.properties['externalId']).to.include({ minLength: 1, maxLength: 255 });
    expect(NewVehicle?.required).to.not.include('externalId');
    const form = operation('post /vehicle').requestBody.content['multipart/form-data'];
    expect(form?.schema.properties).to.have.property('registrationDocument');
  });
});
