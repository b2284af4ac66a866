import type { RequestLine } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { raw, servedForAll, servedInMemory, servedWith } from '../serving.ts';

describe('the API', () => {
  const api = servedForAll();

  // Proves: 401-alike-for-every-key, messages-repeat-no-secret
  it('gives the same response to every invalid key', async () => {
    const answers = await Promise.all([
      fetch(`${api.origin}/api/v1.0/coverage`),
      ...['', 'vi_test_unknown', 'x'.repeat(5_000), `${api.key}, ${api.key}`].map((key) =>
        fetch(`${api.origin}/api/v1.0/coverage`, { headers: { 'x-api-key': key } }),
      ),
    ]);
    const bodies = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
    expect(new Set(bodies)).to.have.property('size', 1);
    expect(bodies[0]).to.match(/^401 \{"code":"unauthorized"/);
    expect(answers.every(({ headers }) => headers.has('www-authenticate'))).to.equal(true);
  });

  it('answers 404 for an unknown address, with a key below the API’s path and without one elsewhere', async () => {
    const paths = ['/nothing', '', '/', '/vehicle/', '/vehicle/1/', '/Vehicle', '/quote/1/pay/2', '/quote//status'];
    const outside = ['//favicon.ico', '//API/v1.0/coverage', '//api/v1.00/coverage', '//docs/../secret'];
    for (const path of [...paths, ...outside, '//docs/%2e%2e/secret']) {
      const { status, body } = await api.get(path);
      expect(`${status} ${body.code}`, path).to.equal('404 not_found');
    }
    for (const method of ['PROPFIND', 'OPTIONS', 'POST'])
      expect((await api.call(method, '/nothing')).body.code, method).to.equal('not_found');
  });

  // Proves: open-without-key
  it('requires no key outside its path', async () => {
    for (const [path, status] of [
      ['/docs', 200],
      ['/health/live', 200],
      ['/api/v1.0/openapi.json', 200],
      ['/nothing', 404],
    ] as const)
      expect((await fetch(`${api.origin}${path}`, { headers: { 'x-api-key': 'no' } })).status, path).to.equal(status);
  });

  // Proves: 405-with-methods
  it('answers HEAD like GET, without a body', async () => {
    const head = await api.call('HEAD', '/coverage');
    expect(head.status).to.equal(200);
    expect(Number(head.headers.get('content-length'))).to.be.greaterThan(2);
    expect(head.text).to.equal('');
    const nobody = await api.call('HEAD', '/vehicle/none');
    expect([nobody.status, nobody.text]).to.deep.equal([404, '']);
  });

  for (const [method, path, allowed] of [
    ['PUT', '/vehicle', 'HEAD, GET, POST'],
    ['PROPFIND', '/vehicle/1', 'HEAD, GET, PATCH'],
    ['GET', '/quote/create', 'POST'],
    ['HEAD', '/quote/create', 'POST'],
    ['OPTIONS', '/quote/create', 'POST'],
    ['OPTIONS', '/vehicle/1', 'HEAD, GET, PATCH'],
    ['POST', '//health/live', 'HEAD, GET'],
    ['OPTIONS', '//health/live', 'HEAD, GET'],
  ] as const)
    // Proves: 405-with-methods
    it(`answers ${method} ${path} with 405 and the allowed methods`, async () => {
      const { status, headers, body } = await api.call(method, path);
      expect([status, headers.get('allow')?.split(', ').sort()]).to.deep.equal([405, allowed.split(', ').sort()]);
      if (method !== 'HEAD') expect(body.code).to.equal('method_not_allowed');
    });

  // Proves: 503-database-unavailable
  it('reports that the store is unavailable before any other check, with a key or without', async () => {
    const away = await servedInMemory({ storeAnswers: async () => false });
    const answers = await Promise.all([
      away.get('/coverage', { headers: { 'x-api-key': '' } }),
      away.get('/coverage', { headers: { 'x-api-key': 'no' } }),
      away.get('/vehicle?page=x'),
      away.get('/nothing'),
      away.get(''),
      away.call('OPTIONS', '/vehicle'),
      away.call('DELETE', '/vehicle'),
      away.send('POST', '/quote/create', 'not a quote'),
    ]);
    for (const { status, body, headers } of answers) {
      expect(`${status} ${body.code}`).to.equal('503 service_unavailable');
      expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    for (const elsewhere of ['//docs', '//api/v1.0/openapi.json', '//health/live'])
      expect((await away.get(elsewhere)).status, elsewhere).to.equal(200);
    await away.close();
  });

  // Proves: request-id
  it('adds a request id to every response, the caller’s own if it is safe', async () => {
    const idOf = async (path: string, given?: string) => {
      const { headers } = await api.get(path, given === undefined ? {} : { headers: { 'x-request-id': given } });
      return headers.get('x-request-id');
    };
    expect(await idOf('/coverage', 'Order-7_a.b')).to.equal('Order-7_a.b');
    expect(await idOf('/nothing', 'x'.repeat(128))).to.equal('x'.repeat(128));
    for (const given of [undefined, 'x'.repeat(129), 'a b', 'a;b', '<b>', 'é'])
      expect(await idOf('//health/live', given)).to.match(/^[0-9a-f-]{36}$/);
  });

  it('survives odd hosts and addresses', async () => {
    const ask = (target: string, host: string) =>
      raw(api.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nx-api-key: ${api.key}\r\nConnection: close\r\n\r\n`);
    expect(await ask('/api/v1.0/coverage', 'a b:c]')).to.match(/^HTTP\/1.1 200/);
    expect(await ask('http://[/api/v1.0/coverage', 'x')).to.match(/^HTTP\/1.1 4/);
    expect(await ask('//api/v1.0/coverage', 'x')).to.match(/^HTTP\/1.1 404/);
    expect(await ask('*', 'x')).to.match(/^HTTP\/1.1 404/);
    expect(api.errorReporter.all).to.deep.equal([]);
  });

  it('serves the next request on a connection after it refused a half-sent body', async () => {
    const head = `POST /api/v1.0/quote/create HTTP/1.1\r\nHost: x\r\nx-api-key: ${api.key}\r\nContent-Type: application/json\r\n`;
    const next = `GET /api/v1.0/coverage HTTP/1.1\r\nHost: x\r\nx-api-key: ${api.key}\r\nConnection: close\r\n\r\n`;
    const answer = await raw(api.port, `${head}Content-Length: 2000000\r\n\r\n${'x'.repeat(2_000_000)}${next}`);
    expect(answer.match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('refuses at once a body whose announced length exceeds 32 bits', async () => {
    const head = `POST /api/v1.0/quote/create HTTP/1.1\r\nHost: x\r\nx-api-key: ${api.key}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    expect(await raw(api.port, `${head}Content-Length: 4294967298\r\n\r\n{}`)).to.match(/^HTTP\/1.1 413/);
  });

  it('logs each request without personal data', async () => {
    const lines: RequestLine[] = [];
    const logged = await servedWith({}, { logRequest: (line) => lines.push(line) });
    await logged.get('/vehicle/AB123CD?licencePlate=AB123CD', { headers: { 'x-request-id': 'r-1' } });
    await logged.close();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({
      ...{ requestId: 'r-1', method: 'GET' },
      ...{ route: '/api/v1.0/vehicle/{id}', operation: 'getVehicle', status: 404 },
      ...{ companyId: logged.company.id, keyId: 'key' },
    });
    expect(lines[0]?.milliseconds).to.be.at.least(0);
    expect(JSON.stringify(lines)).to.not.contain('AB123CD');
  });
});
