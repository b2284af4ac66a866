import { aPayment, aVehicleInput, storedContract, storedPayment } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import Koa from 'koa';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressAnswers } from '../../src/middleware/answers.ts';
import type { RequestState } from '../../src/state.ts';
import { sent, servedForAll, servedInMemory, serverOf, type ApiResponse } from '../serving.ts';

const ORIGIN = 'https://portal.courtier.example';

describe('a response of the API', () => {
  let quotePath: string;
  const api = servedForAll({ origins: [ORIGIN] });
  before(async () => {
    const { quote } = await api.storeQuote();
    quotePath = `/quote/${quote.id}/status`;
    for (let count = 0; count < 20; count += 1)
      await api.send('POST', '/vehicle', aVehicleInput({ licencePlate: `MANY-${count}` }));
  });

  const tagOf = ({ headers }: ApiResponse): string => headers.get('etag') ?? '';
  const unless = (path: string, tag: string, method = 'GET') =>
    api.call(method, path, { headers: { 'if-none-match': tag } });

  it('to a GET has an ETag, and is not sent again to a caller that already has its content', async () => {
    const { body: vehicle } = await api.send('POST', '/vehicle', aVehicleInput({ licencePlate: 'TAG-1' }));
    const files = ['/openapi.json', '//docs/reference.js', '//docs/scalar.js'];
    const reads = ['/coverage', '/vehicle', `/vehicle/${vehicle.id}`, '/quote?limit=1', quotePath, '/contract'];
    for (const path of [...reads, ...files]) {
      const full = await api.get(path);
      expect([full.status, tagOf(full)].join(' '), path).to.match(/^200 W\/"[\w-]{22}"$/);
      if (reads.includes(path)) expect(full.headers.get('cache-control'), path).to.equal('private, no-cache');
      for (const has of [tagOf(full), tagOf(full).slice(2), `"other", ${tagOf(full)}`, '*']) {
        const again = await unless(path, has);
        expect([again.status, again.text, tagOf(again)], path).to.deep.equal([304, '', tagOf(full)]);
        expect(again.headers.get('cache-control')).to.equal(full.headers.get('cache-control'));
        expect(again.headers.get('content-type')).to.equal(null);
      }
      expect((await unless(path, '"other"')).status).to.equal(200);
      expect((await unless(path, tagOf(full), 'HEAD')).status).to.equal(304);
      expect(tagOf(await api.call('HEAD', path))).to.equal(tagOf(full));
    }
  });

  it('has another ETag after any change to its content, at its beginning or its end', async () => {
    const list = '/vehicle?limit=20';
    const { data } = (await api.get(list)).body;
    for (const id of [data[0]?.id, data.at(-1)?.id]) {
      const before = tagOf(await api.get(list));
      await api.send('PATCH', `/vehicle/${id}`, { externalId: `of ${id}` });
      expect((await unless(list, before)).status, id).to.equal(200);
    }
  });

  it('has no ETag if it contains links that expire, is an error, or answers a write', async () => {
    const read = async (certificateImage: string | null, contractDocument: string | null) => {
      const { contract } = await storedContract(api.unitOfWork, await api.storeQuote(), {
        contract: { documents: { certificateImage, contractDocument } },
      });
      return api.get(`/contract/${contract.id}`);
    };
    const withLinks = [await read('a/certificate', null), await read(null, 'a/contract')];
    expect(withLinks[0]?.body.documents.certificateImageUrl).to.be.a('string');
    // This contract is the first of the list below, which has no ETag because other entries contain links.
    expect(tagOf(await read(null, null))).to.match(/^W\//);
    for (const answer of [
      ...withLinks,
      await api.get('/contract'),
      await api.get('/vehicle/none'),
      await api.get('/vehicle?page=0'),
      await api.send('POST', '/vehicle', aVehicleInput({ licencePlate: 'TAG-3' })),
    ])
      expect([tagOf(answer), answer.headers.get('cache-control')]).to.deep.equal(['', 'no-store']);
  });

  it('contains the time to poll a payment again: soon at first, later less often, and not at all after it is settled', async () => {
    const waits = async (path: string) => (await api.get(path)).headers.get('retry-after');
    expect(await waits(quotePath)).to.equal(null);
    const { quote } = await api.storeQuote();
    const path = `/quote/${quote.id}/status`;
    await storedPayment(api.unitOfWork, quote, aPayment({ created: api.clock.now() }));
    expect(await waits(path)).to.equal('3');
    const [seen, unchanged] = [await api.get(path), await unless(path, '*')];
    expect([unchanged.status, unchanged.headers.get('retry-after')]).to.deep.equal([304, '3']);
    api.clock.advance({ minutes: 2, seconds: 59 });
    expect(await waits(path)).to.equal('3');
    api.clock.advance({ seconds: 1 });
    expect(await waits(path)).to.equal('15');
    expect(tagOf(await api.get(path))).to.equal(tagOf(seen));
    const { quote: paid } = await storedContract(api.unitOfWork, await api.storeQuote());
    expect(await waits(`/quote/${paid.id}/status`)).to.equal(null);
  });

  describe('that is large', () => {
    const asked = async (path: string, accepted: string | undefined) => {
      const accepting = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const { headers, bytes } = await sent(`${api.origin}/api/v1.0${path}`, { 'x-api-key': api.key, ...accepting });
      return { encoding: headers['content-encoding'], vary: headers.vary, bytes };
    };

    it('is compressed for callers that accept it, while a small one is not', async () => {
      const plain = await asked('/vehicle', undefined);
      const read = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, *', 'gzip'],
        ['br;q=0.5, gzip', 'gzip'],
        ['gzip;q=0.5, br;q=0.4', 'gzip'],
        ['gzip;q=0.4,br;q=0.5', 'br'],
        ['x-gzip, gzip ; q=0, br;q=1', 'br'],
      ] as const) {
        const packed = await asked('/vehicle', accepted);
        expect(packed.encoding).to.equal(encoding);
        expect(packed.vary?.split(', ')).to.have.members(['Accept-Encoding', 'Origin']);
        expect(packed.bytes.length).to.be.below(plain.bytes.length / 3);
        expect(read[encoding](packed.bytes).equals(plain.bytes)).to.equal(true);
      }
      expect((await asked('/vehicle?limit=1', 'br')).encoding).to.equal(undefined);
    });

    it('is compressed in full at any size', async () => {
      const app = new Koa<RequestState>();
      app.use(compressAnswers);
      app.use((ctx) => void (ctx.body = { text: 'x'.repeat(Number(ctx.path.slice(1))) }));
      const { origin, close } = await serverOf(app.callback());
      const lengths: number[] = [];
      // The largest is compressed as a stream.
      for (const length of [250_000, 300_000])
        for (const [encoding, open] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
          const { bytes } = await sent(`${origin}/${length}`, { 'accept-encoding': encoding });
          lengths.push(open(bytes).length - '{"text":""}'.length);
        }
      await close();
      expect(lengths).to.deep.equal([250_000, 250_000, 300_000, 300_000]);
    });

    it('has the headers of the uncompressed response for HEAD', async () => {
      const headers = { 'accept-encoding': 'br', 'x-api-key': api.key };
      const head = await api.call('HEAD', '/vehicle', { headers });
      expect(head.headers.get('content-encoding')).to.equal(null);
      expect(head.headers.get('content-length')).to.equal(String((await asked('/vehicle', undefined)).bytes.length));
    });

    it('is sent uncompressed to callers that accept none of the encodings on offer', async () => {
      const plain = await asked('/vehicle', undefined);
      const none = ['identity', 'deflate', '*;q=0', 'identity;q=0', 'deflate, identity;q=0', 'zstd;q=1, *;q=0'];
      for (const accepted of none) expect(await asked('/vehicle', accepted), accepted).to.deep.equal(plain);
    });
  });

  describe('to a browser', () => {
    const ask = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
      api.call(method, path, { headers: { origin: ORIGIN, ...headers } });
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
    const words = (answer: ApiResponse, header: string) => answer.headers.get(header)?.split(',') ?? [];

    it('answers the preflight of a configured origin, without a key', async () => {
      const answer = await ask('OPTIONS', '/quote/create', { ...preflight, 'x-api-key': '' });
      expect([answer.status, answer.text]).to.deep.equal([204, '']);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(ORIGIN);
      expect(words(answer, 'access-control-allow-methods')).to.have.members(['GET', 'HEAD', 'POST', 'PATCH']);
      const allowed = ['x-api-key', 'idempotency-key', 'content-type', 'x-request-id', 'if-none-match'];
      expect(words(answer, 'access-control-allow-headers')).to.have.members(allowed);
      expect(answer.headers.get('access-control-max-age')).to.equal('7200');
      expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
    });

    it('can be read by pages of a configured origin, errors too, with the headers that callers need', async () => {
      for (const answer of [
        await ask('GET', '/coverage', {}),
        await ask('GET', '/vehicle/none', {}),
        await ask('GET', '/coverage', { 'x-api-key': 'bad' }),
        await ask('GET', '//documents/none', {}),
      ]) {
        expect(answer.headers.get('access-control-allow-origin')).to.equal(ORIGIN);
        const needed = ['x-request-id', 'retry-after', 'idempotent-replayed', 'etag', 'ratelimit', 'ratelimit-policy'];
        const ofDeprecation = ['deprecation', 'sunset', 'link'];
        expect(words(answer, 'access-control-expose-headers')).to.have.members([...needed, ...ofDeprecation]);
      }
    });

    it('cannot be read by another origin, or on another path', async () => {
      const stranger = { origin: 'https://portal.courtier.example.evil.example' };
      const other = await ask('OPTIONS', '/quote/create', { ...preflight, ...stranger });
      const elsewhere = await ask('GET', '//health/live', {});
      const off = await servedInMemory();
      const answers = [
        other,
        await ask('GET', '/coverage', stranger),
        elsewhere,
        await off.call('OPTIONS', '/quote/create', { headers: { origin: ORIGIN, ...preflight } }),
        await off.get('/coverage', { headers: { origin: ORIGIN } }),
      ];
      await off.close();
      expect(answers.map(({ status }) => status)).to.deep.equal([405, 200, 200, 405, 200]);
      for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).to.equal(null);
    });

    it('can be read by every origin if the configuration allows any', async () => {
      const open = await servedInMemory({ origins: ['*'] });
      const { headers } = await open.get('/coverage', { headers: { origin: 'https://anybody.example' } });
      await open.close();
      expect(headers.get('access-control-allow-origin')).to.equal('*');
    });
  });

  it('forbids MIME sniffing, framing and scripts, and behind TLS also plain HTTP', async () => {
    const tls = await servedInMemory({ overTls: true });
    for (const [{ get }, strict] of [
      [api, null],
      [tls, 'max-age=31536000'],
    ] as const)
      for (const path of ['/coverage', '/nothing', '//health/live', '//notifications/none']) {
        const { headers } = await get(path);
        expect(Object.fromEntries(headers)).to.include({
          ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        });
        expect(headers.get('strict-transport-security')).to.equal(strict);
      }
    await tls.close();
  });
});
