import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { ABIDJAN, type LocalDate, type ShownProof } from '@vehicle-insurance/core';
import { verifierFiles } from '@vehicle-insurance/proofs';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { inMemory, listening, openedForAll, type Listening } from '../serving.ts';

const NO_KEY = { headers: { 'x-api-key': '' } };

const ANOTHER = 'an answer of another';
const REFUSED: ShownProof = { standing: 'refused' };

/** The page of a valid paper while our records are unavailable. */
const UNRECORDED: ShownProof = {
  ...{ standing: 'valid', recorded: 'unknown', lastDay: null, at: SOME_MORNING, zone: ABIDJAN },
  proof: {
    ...{ document: 'contract', licencePlate: 'AA-123-AB', policyNumber: 'VI-7-2026-000042', certificateNumber: null },
    ...{ firstDay: '2026-03-01' as LocalDate, lastDay: '2026-03-31' as LocalDate },
  },
};

const served = async (): Promise<Listening> => {
  const world = await inMemory();
  const show = async (token: unknown) => (token === 'KNOWN' ? UNRECORDED : REFUSED);
  return listening({ ...world.dependencies, proofs: { show, keys: [], zone: ABIDJAN } }, world.key);
};

describe('the page that checks papers offline', () => {
  const api = openedForAll(served);
  const file = (name: string) => api.get(`//v/${name}`, NO_KEY);

  it('is small, in French, and runs only our own scripts', async () => {
    const { status, headers, text } = await file('');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).to.include(`style-src 'sha256-${digest}'`);
    expect(headers.get('content-security-policy')).to.include("script-src 'self'").and.not.include('unsafe');
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).to.deep.equal(['noindex', 'no-cache']);
    expect(text).to.include('lang="fr"').and.include(`data-zone="${ABIDJAN}"`);
    expect(text).to.include('cette page ne peut indiquer ni si l’attestation a été émise');
    expect(text).to.not.match(/<script(?![^>]*src)|style=|https?:/);
    const script = await file('verifier.js');
    expect(script.headers.get('content-type')).to.match(/^text\/javascript/);
    expect(script.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    // A new script has a new address, and a new page a new service worker.
    expect(text).to.include(`verifier.js?${createHash('sha256').update(script.text).digest('base64url').slice(0, 16)}`);
    const [worker, other] = [
      await file('service-worker.js'),
      (await verifierFiles('Africa/Lagos'))['service-worker.js'],
    ];
    expect(worker.text).to.not.equal(other.content);
    expect(script.text.length).to.be.within(5_000, 66_000);
  });

  it('is found under other spellings of its path, and no other file is', async () => {
    for (const path of ['/v', '/V', '/V/']) {
      const { status, headers } = await api.get(`/${path}`, { ...NO_KEY, redirect: 'manual' });
      expect([status, headers.get('location')], path).to.deep.equal([302, '/v/']);
    }
    for (const name of ['other.js', 'verifier.ts', '..%2Fverifier.js', 'constructor.x'])
      expect((await file(name)).status, name).to.equal(404);
  });

  it('can be added to a home screen', async () => {
    const { status, headers, text } = await file('manifest.webmanifest');
    expect([status, headers.get('content-type')?.split(';')[0]]).to.deep.equal([200, 'application/manifest+json']);
    const { icons, start_url: start } = JSON.parse(text) as { icons: readonly { src: string }[]; start_url: string };
    expect(start).to.equal('./');
    for (const { src } of icons) expect((await file(src)).headers.get('content-type')).to.equal('image/svg+xml');
  });

  describe('has a service worker that', () => {
    type Listener = (event: object) => void;

    /** The service worker with a network that a test can cut, and with the caches of a browser. */
    const running = async () => {
      const listeners: Record<string, Listener> = {};
      const kept = new Map<string, Map<string, Response>>();
      const state = { online: true, instead: 0, skipped: false, claimed: false };
      const limits = new Set<number>();
      const { text, headers } = await file('service-worker.js');
      const addressOf = (request: string | { readonly url: string }) =>
        typeof request === 'string' ? request : request.url;
      const ask = async (request: string | { readonly url: string }): Promise<Response> => {
        if (!state.online) throw new TypeError('no network');
        if (state.instead !== 0) return new Response(ANOTHER, { status: state.instead });
        return fetch(addressOf(request), { redirect: 'manual' });
      };
      const cacheOf = (name: string) => {
        const cache = kept.get(name) ?? new Map<string, Response>();
        kept.set(name, cache);
        return {
          addAll: async (all: readonly string[]) => {
            for (const address of all) {
              const answer = await ask(address);
              if (!answer.ok) throw new TypeError(`${address} answers ${answer.status}`);
              cache.set(address, answer);
            }
          },
          // As in browsers, which ignore the part of an address after `#`.
          put: async ({ url }: Request, answer: Response) => void cache.set(url.replace(/#.*/, ''), answer),
          match: async ({ url }: Request) => cache.get(url.replace(/#.*/, ''))?.clone(),
        };
      };
      const context = {
        self: {
          addEventListener: (type: string, listener: Listener) => (listeners[type] = listener),
          skipWaiting: async () => (state.skipped = true),
          clients: { claim: async () => (state.claimed = true) },
        },
        caches: {
          open: async (name: string) => cacheOf(name),
          keys: async () => [...kept.keys()],
          delete: async (name: string) => kept.delete(name),
        },
        location: new URL(`${api.origin}/v/service-worker.js`),
        fetch: ask,
        ...{ URL, Response, Promise, AbortSignal: { timeout: (milliseconds: number) => limits.add(milliseconds) } },
      };
      vm.runInNewContext(text, context);
      const happen = async (type: string): Promise<void> => {
        let done: unknown;
        listeners[type]?.({ waitUntil: (work: unknown) => (done = work) });
        await done;
      };
      /** The response to a request; undefined if the service worker leaves it to the browser. */
      const answered = async (path: string, mode = 'no-cors', method = 'GET'): Promise<Response | undefined> => {
        let answer: Promise<Response> | undefined;
        const request = { url: `${api.origin}${path}`, method, mode };
        listeners['fetch']?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
        return answer;
      };
      return { state, limits, kept, headers, happen, answered };
    };

    it('may call only this service, under both spellings of the path', async () => {
      const { headers } = await running();
      expect(headers.get('content-security-policy')).to.equal("default-src 'none'; connect-src 'self'");
      expect(headers.get('service-worker-allowed')).to.equal('/');
      expect(headers.get('cache-control')).to.equal('no-cache');
    });

    it('caches all that the page loads, and the keys', async () => {
      const { kept, happen, state } = await running();
      kept.set('verifier-of-another-release', new Map());
      kept.set('not ours', new Map());
      await happen('install');
      await happen('activate');
      expect([state.skipped, state.claimed]).to.deep.equal([true, true]);
      expect([...kept.keys()])
        .to.have.length(2)
        .and.include('not ours')
        .and.not.include('verifier-of-another-release');
      const page = (await file('')).text;
      const [all] = [...kept].find(([name]) => name.startsWith('verifier-'))?.slice(1) ?? [];
      const addresses = [...page.matchAll(/(?:src|href|data-keys)="([^"]+)"/g)].map(([, address]) => address ?? '');
      expect(addresses).to.have.length(4);
      for (const address of addresses)
        expect([...(all as Map<string, Response>).keys()]).to.include(new URL(address, `${api.origin}/v/`).href);
    });

    // Proves: proof-offline
    it('responds from its cache while offline, and redirects a scanned code to the page', async () => {
      const { happen, answered, state, limits } = await running();
      await happen('install');
      state.online = false;
      for (const address of ['/v/', '/v/#AEAQ'])
        expect(await (await answered(address))?.text(), address).to.equal((await file('')).text);
      const keys = async () => (await answered('/.well-known/vehicle-insurance-proof-keys.json'))?.json();
      expect(await keys()).to.deep.equal({ keys: [] });
      for (const path of ['/V/AEAQ', '/v/AEAQ']) {
        const scanned = await answered(path, 'navigate');
        expect([scanned?.status, scanned?.headers.get('location')]).to.deep.equal([302, `${api.origin}/v/#AEAQ`]);
      }
      for (const instead of [301, 400, 401, 403, 404, 429, 500, 503])
        for (const online of [true, false]) {
          Object.assign(state, { online, instead });
          expect(await keys(), `${instead}, then no network`).to.deep.equal({ keys: [] });
        }
      expect([...limits], 'milliseconds that it waits for the network').to.deep.equal([4_000]);
      for (const online of [true, false]) {
        Object.assign(state, { online, instead: 200 });
        expect(await (await answered('/v/'))?.text(), 'what is new comes first, and is cached').to.equal(ANOTHER);
      }
    });

    it('passes an error on unchanged if it has cached nothing', async () => {
      const { answered, state } = await running();
      state.instead = 503;
      expect((await answered('/v/'))?.status).to.equal(503);
      state.online = false;
      expect((await answered('/v/'))?.type).to.equal('error');
    });

    // Proves: proof-offline
    it('redirects a scanned code to the page on an error of the service, unless the response identifies the paper', async () => {
      const { happen, answered, state } = await running();
      await happen('install');
      const shown = await answered('/V/KNOWN', 'navigate');
      expect(shown?.status).to.equal(503);
      expect(await shown?.text()).to.include('annulation non vérifiées');
      for (const status of [429, 500, 502, 503, 504]) {
        state.instead = status;
        const scanned = await answered('/V/KNOWN', 'navigate');
        const led = `${scanned?.status} ${scanned?.headers.get('location')}`;
        expect(led, `${status}`).to.equal(`302 ${api.origin}/v/#KNOWN`);
      }
    });

    it('leaves a scanned code to the service while online, and other requests to the browser', async () => {
      const { happen, answered } = await running();
      await happen('install');
      expect((await answered('/V/AEAQ', 'navigate'))?.status).to.equal(404);
      expect(await answered('/docs', 'navigate')).to.equal(undefined);
      for (const [path, mode, method] of [
        ['/api/v1.0/coverage', 'no-cors', 'GET'],
        ['/v/KNOWN', 'cors', 'GET'],
        ['/v/', 'navigate', 'POST'],
      ])
        expect(await answered(path ?? '', mode, method), `${method} ${path}`).to.equal(undefined);
    });
  });
});
