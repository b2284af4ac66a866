import { createHash } from 'node:crypto';
import { FAULTS, Err, invalidRequest, Ok, StoreUnavailable } from '@vehicle-insurance/core';
import type { ClockMove } from '@vehicle-insurance/http';
import { at, storedContract, storedQuote, URGENT_PAYMENTS } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { raw, servedForAll, servedInMemory, servedWith } from '../serving.ts';

const NO_KEY = { headers: { 'x-api-key': '' } };

describe('without a key,', () => {
  const api = servedForAll();

  it('health endpoints report liveness and readiness', async () => {
    let reason: string | undefined = undefined;
    const readiness = async () => ({ ready: reason === undefined, reason: reason ?? 'the disk is nearly full' });
    const { get, close } = await servedInMemory({ readiness });
    expect((await get('//health/live', NO_KEY)).status).to.equal(200);
    const ready = await get('//health/ready', NO_KEY);
    expect([ready.status, ready.body]).to.deep.equal([200, { status: 'ready', reason: 'the disk is nearly full' }]);
    reason = 'the database cannot be reached';
    const waiting = await get('//health/ready', NO_KEY);
    expect(waiting.status).to.equal(503);
    expect(waiting.body).to.deep.equal({ status: 'not_ready', reason });
    expect(waiting.headers.get('retry-after')).to.equal('1');
    expect((await get('//health/live', NO_KEY)).status).to.equal(200);
    await close();
  });

  it('the API serves the reference page with all its files', async () => {
    const root = await api.get('//', { ...NO_KEY, redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).to.deep.equal([302, '/docs']);
    const page = await api.get('//docs', NO_KEY);
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.contain("default-src 'none'").and.contain("frame-ancestors 'none'").and.not.contain('unsafe');
    const [, nonce = ''] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(page.text).to.contain(`content="${nonce}"`);
    expect((await api.get('//docs', NO_KEY)).headers.get('content-security-policy')).to.not.contain(nonce);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses).to.have.length.greaterThan(2);
    for (const address of addresses) {
      if (address.startsWith('data:')) continue;
      expect(address).to.match(/^\/[a-z]/);
      const { status, headers } = await api.get(`/${address}`, NO_KEY);
      expect(status, address).to.equal(200);
      if (address.startsWith('/docs/')) expect(headers.get('cache-control'), address).to.equal('public, max-age=3600');
    }
    expect((await api.get('//docs/package.json', NO_KEY)).status).to.equal(404);
    expect((await api.get('//api/v1.0/openapi.json', NO_KEY)).body.openapi).to.equal('3.1.0');
  });

  describe('signed links', () => {
    // Proves: document-links-last-an-hour
    it('open their file for one hour', async () => {
      const key = `companies/${api.company.id}/contracts/1/contract`;
      const pdf = '%PDF-1.7'.padEnd(1_000_000, 'x');
      await api.documents.put({ key, type: 'application/pdf', bytes: new TextEncoder().encode(pdf) });
      const { contract } = await storedContract(api.unitOfWork, await api.storeQuote(), {
        contract: { documents: { certificateImage: null, contractDocument: key } },
      });
      const link = new URL((await api.get(`/contract/${contract.id}`)).body.documents.contractDocumentUrl ?? '');
      const path = `/${link.pathname}${link.search}`;

      const opened = await api.get(path, NO_KEY);
      expect(opened.status).to.equal(200);
      expect(opened.text === pdf).to.equal(true);
      expect(opened.headers.get('content-type')).to.equal('application/pdf');
      expect(opened.headers.get('content-disposition')).to.equal(`inline; filename="${contract.policyNumber}.pdf"`);
      expect(opened.headers.get('cache-control')).to.equal('private, no-store');
      // A caller's page may show it in a frame.
      expect(opened.headers.get('content-security-policy')).to.equal(null);
      const head = await api.call('HEAD', path, NO_KEY);
      expect([head.status, head.headers.get('content-length'), head.text]).to.deep.equal([200, '1000000', '']);

      api.clock.advance({ hours: 1 });
      const late = await api.get(path, NO_KEY);
      expect(`${late.status} ${late.body.code}`).to.equal('404 not_found');
      expect(late.body.message).to.contain('read the contract again');
      const forged = await api.get(`${path}x`, NO_KEY);
      expect([forged.status, forged.body]).to.deep.equal([404, late.body]);
    });

    // Proves: document-links-last-an-hour
    it('that are invalid return a French page with instructions to browsers, and the usual error to programs', async () => {
      const asking = (accept: string) =>
        api.get('//documents/companies/1/x?token=0', { headers: { 'x-api-key': '', accept } });
      const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
      for (const accept of [browser, 'text/html', 'text/*']) {
        const { status, headers, text } = await asking(accept);
        expect([status, headers.get('content-type')], accept).to.deep.equal([404, 'text/html; charset=utf-8']);
        expect(headers.get('vary')?.toLowerCase()).to.contain('accept');
        expect(headers.get('cache-control')).to.equal('no-store');
        expect(text).to.contain('lang="fr"').and.to.contain('width=device-width');
        expect(text).to.contain('Demandez un nouveau lien').and.to.contain('n’est valable qu’une heure');
        const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
        const digest = createHash('sha256').update(style).digest('base64');
        expect(headers.get('content-security-policy')).to.contain(`style-src 'sha256-${digest}'`);
      }
      for (const accept of ['*/*', 'application/json', 'image/png', 'application/pdf,*/*', '']) {
        const { status, body } = await asking(accept);
        expect([status, body.code], accept).to.deep.equal([404, 'not_found']);
      }
    });

    it('send only the bytes of their document, named by the end of its key if it has no name', async () => {
      const bytes = new TextEncoder().encode('other %PDF-1.7').subarray('other '.length);
      const stored = { key: 'companies/1/contract', type: 'application/pdf', bytes, name: null } as const;
      const api = await servedInMemory({ linkedDocuments: { open: async () => stored } });
      const { text, headers } = await api.get('//documents/x', NO_KEY);
      await api.close();
      expect([text, headers.get('content-disposition')]).to.deep.equal(['%PDF-1.7', 'inline; filename="contract.pdf"']);
    });

    it('are read four at a time, and do not delay the API', async () => {
      const [reading, release] = [[] as string[], Promise.withResolvers<undefined>()];
      const open = async (address: string) => {
        reading.push(address);
        return release.promise;
      };
      const limits = { inProgress: { atOnce: 16, waiting: 200, milliseconds: 5_000 } };
      const busy = await servedInMemory({ linkedDocuments: { open }, limits });
      const answers = Array.from({ length: 6 }, () => busy.get('//documents/x', NO_KEY));
      expect((await busy.get('/coverage')).status).to.equal(200);
      while (reading.length < 4) await busy.get('/coverage');
      for (let more = 0; more < 3; more += 1) await busy.get('/coverage');
      expect(reading).to.have.length(4);
      release.resolve(undefined);
      for (const answer of answers) expect((await answer).status).to.equal(404);
      expect(reading).to.have.length(6);
      await busy.close();
    });

    it('open nothing if forged, and do not exist if the document store signs links itself', async () => {
      expect((await api.get('//documents/companies/1/x?token=0', NO_KEY)).status).to.equal(404);
      expect((await api.get('//documents/%00?token=%', NO_KEY)).status).to.equal(404);
      const without = await servedInMemory({ linkedDocuments: undefined });
      const elsewhere = await without.get('//documents/x', NO_KEY);
      expect(elsewhere.body.code).to.equal('not_found');
      expect(elsewhere.body.message).to.not.contain('contract');
      await without.close();
    });
  });

  describe('notifications', () => {
    const notify = (init: RequestInit, provider = 'fake') => api.call('POST', `//notifications/${provider}`, init);

    it('are passed on byte by byte, and are recorded', async () => {
      const { quote } = await storedQuote(api.unitOfWork, {});
      const own = await api.storeQuote();
      expect(quote.id).to.not.equal(own.quote.id);
      const { body: payment } = await api.send('POST', `/quote/${own.quote.id}/pay`, { phoneNumber: '0505060708' });
      const { headers, body } = api.mobileMoney.notificationAbout(payment.id);
      const received = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']));
      const answer = await notify({ headers: received, body: new Uint8Array(body) });
      expect(answer.status).to.equal(200);
      const claims = await api.dueWork.claim(URGENT_PAYMENTS, api.clock.now(), 10);
      expect(claims.map(({ id }) => id)).to.include(payment.id);
    });

    it('are passed on in full up to the maximum length, and a provider may first check the address', async () => {
      const longest = new Uint8Array(64 * 1024).map((_, at) => at);
      const received: Uint8Array[] = [];
      const receive = async ({ body }: { readonly body: Uint8Array }) => (received.push(body), Ok(undefined));
      const providers = ['fake', 'other'];
      const noting = await servedWith({}, { notifications: { providers, probedBy: providers, receive } });
      for (const each of providers) expect((await noting.get(`//notifications/${each}`, NO_KEY)).status).to.equal(200);
      await noting.call('POST', '//notifications/fake', { body: longest });
      await noting.close();
      expect(received.map((bytes) => Buffer.compare(bytes, longest))).to.deep.equal([0]);
    });

    it('are refused if forged, too long, or from an unknown provider', async () => {
      const answers = await Promise.all([
        notify({ body: '{}' }),
        notify({ body: 'x'.repeat(64 * 1024 + 1) }),
        notify({ body: '{}' }, 'nobody'),
        notify({ body: '{}' }, 'constructor'),
        api.call('GET', '//notifications/fake'),
      ]);
      expect(answers.map(({ status, body }) => `${status} ${body.code}`)).to.deep.equal([
        ...['401 notification_refused', '413 payload_too_large', '404 not_found', '404 not_found'],
        '405 method_not_allowed',
      ]);
      const long = `POST /notifications/fake HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nf4240\r\n${'x'.repeat(0xf4240)}\r\n0\r\n\r\n`;
      const next = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const said = (await raw(api.port, `${long}${next}`)).match(/HTTP\/1.1 \d+/g);
      expect(said, 'on one connection').to.deep.equal(['HTTP/1.1 413', 'HTTP/1.1 200']);
    });

    // Proves: notification-is-a-hint
    it('are answered 503, so that the provider retries, while they cannot be stored', async () => {
      const receive = async () => {
        throw new StoreUnavailable('gone');
      };
      const down = await servedWith({}, { notifications: { providers: ['fake'], receive } });
      expect((await down.call('POST', '//notifications/fake', { body: '{}' })).status).to.equal(503);
      await down.close();
    });
  });

  describe('the sandbox clock', () => {
    const moves: ClockMove[] = [];
    const token = 'sandbox_token_'.repeat(8);
    const sandboxClock = {
      token,
      now: () => at('2026-01-15T09:00:00Z'),
      move: async (to: ClockMove) => {
        moves.push(to);
        return 'now' in to
          ? Ok(at('2026-03-01T00:00:00Z'))
          : to.advance.startsWith('P')
            ? Ok(at('2026-01-15T09:31:00Z'))
            : Err(invalidRequest([{ field: 'advance', message: FAULTS.instant }]));
      },
    };
    const sandbox = servedForAll({ sandboxClock });

    it('can be read and moved', async () => {
      expect((await sandbox.get('//sandbox/clock', NO_KEY)).body).to.deep.equal({ now: '2026-01-15T09:00:00.000Z' });
      const advanced = await sandbox.send('POST', '//sandbox/clock', { advance: 'PT31M' });
      expect([advanced.status, advanced.body]).to.deep.equal([200, { now: '2026-01-15T09:31:00.000Z' }]);
      const moved = await sandbox.send('POST', '//sandbox/clock', { now: '2026-03-01T00:00:00Z' });
      expect(moved.body).to.deep.equal({ now: '2026-03-01T00:00:00.000Z' });
      expect(moves).to.deep.equal([{ advance: 'PT31M' }, { now: '2026-03-01T00:00:00Z' }]);
    });

    it('refuses a body with neither a duration nor a time, or with both', async () => {
      const wrong = [{ advance: 5 }, { now: null }, { advance: 'one hour' }, { to: 'PT1M' }, [], 'PT1M', null];
      for (const body of [{}, { advance: 'PT1M', now: 'x' }, ...wrong]) {
        const answer = await sandbox.send('POST', '//sandbox/clock', body);
        expect(`${answer.status} ${answer.body.code}`, JSON.stringify(body)).to.equal('400 invalid_request');
      }
    });

    // Proves: clock-requires-token
    it('requires its token unless the request clearly comes from this machine', async () => {
      const before = moves.length;
      for (const method of ['GET', 'POST']) {
        const ask = (given: string | undefined) =>
          sandbox.call(method, '//sandbox/clock', {
            headers: {
              ...{ 'x-forwarded-for': '127.0.0.1', 'content-type': 'application/json' },
              ...(given !== undefined && { 'x-sandbox-token': given }),
            },
            ...(method === 'POST' && { body: '{"advance": "PT31M"}' }),
          });
        for (const wrong of [undefined, '', token.slice(0, -1), `${token}2`, sandbox.key]) {
          const { status, body, headers } = await ask(wrong);
          expect([status, body.code], `${method} with ${wrong}`).to.deep.equal([401, 'unauthorized']);
          expect(body.message).to.contain('x-sandbox-token').and.to.contain('clockToken');
          expect(headers.get('www-authenticate')).to.be.a('string');
        }
        expect((await ask(token)).status, `${method} with the token`).to.equal(200);
      }
      // With the token alone.
      expect(moves.length - before).to.equal(1);
    });

    it('does not exist outside the sandbox', async () => {
      expect((await api.get('//sandbox/clock')).status).to.equal(404);
    });
  });
});
