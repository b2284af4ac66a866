import { json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { InsuranceApiError, webhooksClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { courierConfiguration } from '../src/configuration.ts';
import { OPERATIONS, webhooksDocument } from '../src/web/document.ts';
import { openWebhooks } from '../src/web/open-webhooks.ts';
import { routesOf } from '../src/web/routes.ts';
import { serveWebhooks, type WebhooksServer } from '../src/web/server.ts';
import { courierWorld, type CourierWorld } from './courier-world.ts';
import { generateWebhooksSchema, REGENERATE_WEBHOOKS, WEBHOOKS_SCHEMA } from './generate-webhooks-schema.ts';
import { someEvent } from './some-event.ts';

/** The company of each key. The operator has given the courier keys of the first two companies. */
const COMPANIES: Readonly<Record<string, string>> = { one: 'c1', 'one-again': 'c1', two: 'c2', three: 'c3' };
const TYPES = ['contract.opened', 'payment.succeeded'];

/** The routes, only for their methods and paths. */
const ROUTES = routesOf({ store: {}, configuration: { keys: [] } } as never);

interface Body {
  readonly id: string;
  readonly code: string;
  readonly secret: string;
  readonly secrets: number;
  readonly isOn: boolean;
  readonly status: number | null;
  readonly problem: string | null;
  readonly url: string;
  readonly data: readonly Body[];
  readonly details: readonly { readonly field: string; readonly message: string }[];
}

describe('the API for the endpoints of a company', () => {
  let world: CourierWorld;
  let receiver: ScriptedServer;
  let server: WebhooksServer;
  let close: () => Promise<void>;
  const failures: unknown[] = [];
  const revoked = new Set<string>();

  const answerAsTheApi = (): void =>
    world.api.answer((response, { url, headers }) => {
      const key = String(headers['x-api-key']);
      const asked = new URL(url, world.api.url);
      if (!COMPANIES[key] || revoked.has(key)) return json(401, { code: 'unauthorized', message: 'no' })(response);
      if (asked.pathname.endsWith('/key'))
        return json(200, { data: [{ companyId: COMPANIES[key] }], page: 1, limit: 1, total: 1 })(response);
      const types = asked.searchParams.get('type')?.split(',') ?? [];
      const must = headers['accept-language'] === 'fr' ? 'doit être parmi' : 'must be one or more of';
      const details = [{ field: 'type', message: `${must} ${TYPES.join(', ')}` }];
      if (types.some((type) => !TYPES.includes(type)))
        return json(400, { code: 'invalid_request', message: 'no', details })(response);
      const after = Number(asked.searchParams.get('after') ?? 0);
      return json(200, { data: world.events.slice(after), next: world.events.length, newest: world.events.length })(
        response,
      );
    });

  before(async () => {
    world = await courierWorld();
    receiver = await scriptedServer();
    const configuration = courierConfiguration({
      ...{ COURIER_DATABASE_URL: world.databaseUrl, COURIER_API_URL: world.api.url, COURIER_LOOPBACK: 'yes' },
      ...{ COURIER_KEYS: 'BROKEN, KEY_ONE, KEY_TWO', KEY_ONE: 'one', KEY_TWO: 'two' },
    });
    const opened = await openWebhooks(configuration, (error) => failures.push(error));
    server = await serveWebhooks(opened.api, { port: 0, host: '127.0.0.1' });
    close = opened.close;
  });
  beforeEach(answerAsTheApi);
  afterEach(async () => {
    await world.empty();
    revoked.clear();
    expect(failures).to.deep.equal([]);
  });
  after(async () => {
    await server.close();
    await close();
    await receiver.close();
    await world.leave();
  });

  const ask = async (key: string | undefined, method: string, path: string, body?: unknown, language?: string) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(language !== undefined && { 'accept-language': language }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Body,
    };
  };
  const create = (key: string, fields: object = {}) => ask(key, 'POST', '/endpoint', { url: receiver.url, ...fields });
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => `${status} ${body.code}`;

  // Proves: own-endpoints
  it('creates an endpoint, shows its secret once, and signs a test event with it', async () => {
    world.events.push(someEvent(1, { quoteId: 'a' }));
    const created = await create('one', { types: ['contract.opened'], description: ' policies ' });
    const { secret, ...shown } = created.body;
    expect(created.status).to.equal(201);
    expect(shown).to.deep.equal({
      ...{ id: shown.id, url: `${receiver.url}/`, types: ['contract.opened'], description: 'policies' },
      ...{ isOn: true, offReason: null, secrets: 1 },
    });
    expect((await ask('one', 'GET', `/endpoint/${shown.id}`)).body).to.deep.equal(shown);
    const listed = await ask('one-again', 'GET', '/endpoint');
    expect(listed.body.data).to.deep.equal([shown]);
    expect(listed.text).to.not.contain(secret);
    // The feed begins after the newest event, and uses the key that the operator has given to the courier.
    const [feed] = await world.store.feeds();
    expect([feed?.name, feed?.company, feed?.position, feed?.last_event?.position]).to.deep.equal([
      'KEY_ONE',
      'c1',
      1,
      1,
    ]);
    receiver.answer((response) => response.writeHead(204).end());
    expect((await ask('one', 'POST', `/endpoint/${shown.id}/test`)).body).to.deep.equal({
      ...{ status: 204, problem: null, answer: '' },
    });
    const [test] = receiver.asked.slice(-1);
    new Webhook(secret).verify(test?.body ?? '', test?.headers as Record<string, string>);
  });

  // Proves: own-endpoints
  it('shows and changes no endpoint or delivery of two other companies', async () => {
    const [{ body: one }, { body: two }] = [await create('one'), await create('two')];
    const [endpoint] = await world.store.endpointsOf('c1');
    if (!endpoint) expect.fail();
    await world.store.deliverAgain(endpoint, [someEvent(1, { quoteId: 'a' })]);
    const delivery = (await ask('one', 'GET', `/endpoint/${one.id}/delivery`)).body.data[0]?.id ?? '';
    const before = await world.sql('select * from courier.endpoint order by id');
    for (const key of ['two', 'three'])
      for (const { method, path } of ROUTES) {
        if (path === '/endpoint') continue;
        const at = path.replace('{id}', one.id).replace('{delivery}', delivery);
        expect(codeOf(await ask(key, method, at, method === 'PATCH' ? { isOn: false } : undefined)), at).to.equal(
          '404 endpoint_not_found',
        );
      }
    // Its own endpoint gives no access to another company's delivery.
    for (const suffix of ['', '/again'])
      expect(
        codeOf(await ask('two', suffix === '' ? 'GET' : 'POST', `/endpoint/${two.id}/delivery/${delivery}${suffix}`)),
      ).to.equal('404 delivery_not_found');
    expect(await world.sql('select * from courier.endpoint order by id')).to.deep.equal(before);
    expect((await ask('three', 'GET', '/endpoint')).body.data).to.deep.equal([]);
    expect(codeOf(await create('three'))).to.equal('409 not_set_up');
  });

  // Proves: own-endpoints-need-key
  it('answers only with a key that the API accepts at this moment, at any address', async () => {
    const { id } = (await create('one')).body;
    for (const key of [undefined, '', 'unknown', 'é'])
      for (const path of ['/endpoint', `/endpoint/${id}`, '/nothing'])
        expect(codeOf(await ask(key === 'é' ? '%C3' : key, 'GET', path)), path).to.equal('401 unauthorized');
    revoked.add('one');
    expect(codeOf(await ask('one', 'GET', '/endpoint'))).to.equal('401 unauthorized');
    expect((await ask('one-again', 'GET', `/endpoint/${id}`)).status).to.equal(200);
    world.api.answer(json(503, { code: 'service_unavailable', message: 'no' }, { 'retry-after': '0' }));
    expect(codeOf(await ask('one-again', 'GET', '/endpoint'))).to.equal('503 service_unavailable');
    expect((await ask(undefined, 'GET', '/openapi.json')).status).to.equal(200);
  });

  it('pauses, changes and rotates an endpoint, delivers again, and deletes it', async () => {
    const { id, secret } = (await create('one')).body;
    const at = `/endpoint/${id}`;
    expect((await ask('one', 'PATCH', at, { isOn: false, types: TYPES, description: 'b' })).body).to.include({
      ...{ isOn: false, offReason: 'by the company', description: 'b' },
    });
    expect((await ask('one', 'PATCH', at, { isOn: true, types: null })).body).to.include({ isOn: true, types: null });
    expect((await ask('one', 'PATCH', at, { url: `${receiver.url}/new` })).body.url).to.equal(`${receiver.url}/new`);
    const rotated = (await ask('one', 'POST', `${at}/rotate`)).body;
    expect([rotated.secrets, rotated.secret === secret]).to.deep.equal([2, false]);
    const finished = (await ask('one', 'POST', `${at}/rotate`, { finish: true })).body;
    expect([finished.secrets, finished.secret]).to.deep.equal([1, rotated.secret]);

    const [endpoint] = await world.store.endpointsOf('c1');
    if (!endpoint) expect.fail();
    await world.store.deliverAgain(endpoint, [someEvent(1, { quoteId: 'a' }), someEvent(2, { quoteId: 'b' })]);
    await world.sql(`update courier.delivery set state = 'given_up', attempts = 10, last_result = '500'`);
    const deliveries = await ask('one', 'GET', `${at}/delivery?state=given_up`);
    expect(deliveries.body.data).to.have.length(2);
    const [latest] = deliveries.body.data;
    const again = `${at}/delivery/${latest?.id}`;
    expect((await ask('one', 'GET', again)).body).to.include({ id: latest?.id, state: 'given_up', attempts: 10 });
    expect((await ask('one', 'POST', `${again}/again`)).body).to.deep.equal({ again: 1 });
    expect((await ask('one', 'GET', again)).body).to.include({ state: 'waiting', attempts: 0 });
    expect((await ask('one', 'POST', `${at}/again`)).body).to.deep.equal({ again: 1 });
    expect(codeOf(await ask('one', 'GET', `${at}/delivery?state=odd`))).to.equal('400 invalid_request');
    expect(codeOf(await ask('one', 'GET', `${at}/delivery/msg_${id}_9`))).to.equal('404 delivery_not_found');

    expect((await ask('one', 'DELETE', at)).status).to.equal(204);
    expect(codeOf(await ask('one', 'DELETE', at))).to.equal('404 endpoint_not_found');
  });

  // Proves: own-endpoints-addresses
  it('names every field that breaks a rule, by the same rules for addresses as the operator’s command', async () => {
    const odd = { url: 'http://user:secret@127.0.0.1', types: [], description: 'x'.repeat(201), isOn: 'yes' };
    const refused = await create('one', odd);
    expect(refused.body.details.map(({ field }) => field)).to.deep.equal(['url', 'types', 'description', 'isOn']);
    expect(refused.text).to.not.contain('secret@');
    for (const url of ['ftp://x', 'not an address', '', 7, null, 'x'.repeat(3_000)])
      expect(
        (await create('one', { url })).body.details.map(({ field }) => field),
        String(url),
      ).to.deep.equal(['url']);
    const unknown = (await create('one', { types: ['contract.open'] })).body.details;
    expect(unknown).to.deep.equal([
      { field: 'types', message: 'must be one or more of contract.opened, payment.succeeded' },
    ]);
    expect(codeOf(await ask('one', 'POST', '/endpoint', []))).to.equal('400 invalid_request');
    expect(codeOf(await ask('one', 'POST', '/endpoint', { url: 'x'.repeat(70_000) }))).to.equal(
      '413 payload_too_large',
    );
    expect(codeOf(await ask('one', 'PUT', '/endpoint'))).to.equal('405 method_not_allowed');
    expect(codeOf(await ask('one', 'GET', '/endpoint/'))).to.equal('404 not_found');
    expect(await world.store.endpoints()).to.deep.equal([]);
    const production = courierConfiguration({
      ...{
        COURIER_DATABASE_URL: world.databaseUrl,
        COURIER_API_URL: world.api.url,
        KEY_ONE: 'one',
        COURIER_KEYS: 'KEY_ONE',
      },
    });
    const strict = await openWebhooks(production, (error) => failures.push(error));
    const served = await serveWebhooks(strict.api, { port: 0, host: '127.0.0.1' });
    const post = (path: string, body: object) =>
      fetch(`${served.url}${path}`, {
        ...{ method: 'POST', headers: { 'x-api-key': 'one', 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      });
    expect((await post('/endpoint', { url: receiver.url })).status).to.equal(400);
    const { id } = (await (await post('/endpoint', { url: 'https://127.0.0.1:9/hook' })).json()) as Body;
    const tested = (await (await post(`/endpoint/${id}/test`, {})).json()) as Body;
    expect([tested.status, tested.problem]).to.deep.equal([null, 'FORBIDDEN_ADDRESS']);
    await served.close();
    await strict.close();
  });

  // Proves: messages-in-both-languages
  it('answers in French on request, even with what the insurance API has refused', async () => {
    const odd = { url: 'ftp://x', types: [], description: 'x'.repeat(201), isOn: 'yes' };
    const [english, french] = [
      await ask('one', 'POST', '/endpoint', odd, 'de'),
      await ask('one', 'POST', '/endpoint', odd, 'fr-CI, en'),
    ];
    for (const [language, { headers }] of Object.entries({ en: english, fr: french }))
      expect([headers.get('content-language'), headers.get('vary')]).to.deep.equal([language, 'Accept-Language']);
    expect(french.status).to.equal(english.status);
    expect(french.body.details).to.deep.equal([
      { field: 'url', message: 'L’adresse doit être une URL complète qui commence par https://.' },
      { field: 'types', message: 'doit être une liste de types d’événement, ou null pour tous les types' },
      { field: 'description', message: 'doit comporter au plus 200 caractères' },
      { field: 'isOn', message: 'doit valoir true ou false' },
    ]);
    const client = webhooksClient({ baseUrl: server.url, apiKey: 'one', language: 'fr' });
    const unknown = await client
      .createEndpoint({ url: receiver.url, types: ['contract.open'] })
      .catch((error: unknown) => error);
    expect((unknown as InsuranceApiError).message).to.include('La requête enfreint une règle.');
    expect((unknown as InsuranceApiError).details).to.deep.equal([
      { field: 'types', message: 'doit être parmi contract.opened, payment.succeeded' },
    ]);
    expect((await ask(undefined, 'GET', '/endpoint', undefined, 'fr')).text).to.include('Clé d’API absente');
  });

  it('limits the endpoints of a company and its test events in a minute', async () => {
    for (let n = 0; n < 20; n += 1) expect((await create('one')).status).to.equal(201);
    expect(codeOf(await create('one-again'))).to.equal('409 too_many_endpoints');
    const { id } = (await create('two')).body;
    receiver.answer((response) => response.writeHead(204).end());
    const tests: number[] = [];
    for (let n = 0; n < 11; n += 1) tests.push((await ask('two', 'POST', `/endpoint/${id}/test`)).status);
    expect(tests).to.deep.equal([...Array<number>(10).fill(200), 429]);
  });

  // Proves: client-types
  it('is called by the typed client, whose types are those of the document', async () => {
    // The address as a sandbox prints it, and without its path.
    const client = webhooksClient({ baseUrl: server.url, apiKey: 'one' });
    const { listEndpoints } = webhooksClient({ baseUrl: new URL(server.url).origin, apiKey: 'one' });
    const { id, secret } = await client.createEndpoint({ url: receiver.url, types: TYPES });
    expect((await client.listEndpoints()).map((each) => each.id)).to.deep.equal([id]);
    expect(await listEndpoints()).to.deep.equal(await client.listEndpoints());
    expect((await client.changeEndpoint(id, { isOn: false, description: 'a' })).isOn).to.equal(false);
    expect((await client.rotateSecret(id)).secret).to.not.equal(secret);
    expect((await client.rotateSecret(id, { finish: true })).secrets).to.equal(1);
    receiver.answer((response) => response.writeHead(204).end());
    expect((await client.testEndpoint(id)).status).to.equal(204);
    const [endpoint] = await world.store.endpointsOf('c1');
    if (!endpoint) expect.fail();
    await world.store.deliverAgain(endpoint, [someEvent(1, { quoteId: 'a', type: 'contract.opened' })]);
    const [delivery] = await client.listDeliveries(id, { state: 'waiting' });
    await world.sql(`update courier.delivery set state = 'given_up'`);
    expect(await client.deliverAllAgain(id)).to.equal(1);
    await client.deliverAgain(id, delivery?.id ?? '');
    expect(await client.getDelivery(id, delivery?.id ?? '')).to.include({ state: 'waiting', position: 1 });
    await client.deleteEndpoint(id);
    const gone = await client.getEndpoint(id).catch((error: unknown) => error);
    expect(gone).to.be.instanceOf(InsuranceApiError).and.to.include({ code: 'endpoint_not_found', status: 404 });
    expect(readFileSync(WEBHOOKS_SCHEMA, 'utf8'), REGENERATE_WEBHOOKS).to.equal(await generateWebhooksSchema());
  });

  it('has an operation in its OpenAPI document for every route, and no other', () => {
    expect(Object.keys(OPERATIONS)).to.have.members(ROUTES.map(({ method, path }) => `${method} ${path}`));
    const refs = [...JSON.stringify(webhooksDocument).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    const { schemas } = webhooksDocument['components'] as { readonly schemas: object };
    expect(new Set(refs)).to.have.all.keys(...Object.keys(schemas));
  });
});
