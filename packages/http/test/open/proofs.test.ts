import { createHash } from 'node:crypto';
import {
  proofKeysIn,
  showProof,
  signProof,
  StoreUnavailable,
  type Contract,
  type ContractQueries,
  type LocalDate,
} from '@vehicle-insurance/core';
import { aCertificate, anotherQuote, storedContract, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ADDRESS, aSigner, verifySignature } from '../../../core/test/proof/signing.ts';
import { inMemory, listening, type Listening } from '../serving.ts';

const NO_KEY = { headers: { 'x-api-key': '' } };
let listeners: Listening[] = [];

/** An API that listens until the test has ended. */
const opened = async (...given: Parameters<typeof listening>): Promise<Listening> => {
  const api = await listening(...given);
  listeners.push(api);
  return api;
};

afterEach(async () => {
  await Promise.all(listeners.map((api) => api.close()));
  listeners = [];
});

interface Serving {
  readonly queries?: Partial<ContractQueries>;
  readonly requests?: number;
  readonly trustedProxies?: readonly string[];
}

const served = async ({ queries = {}, requests, trustedProxies }: Serving = {}) => {
  const world = await inMemory();
  const signer = aSigner();
  const [today = ''] = world.clock.now().split('T');
  const days = { startDate: today as LocalDate, endDate: `${today.slice(0, 8)}28` as LocalDate };
  const vehicle = await storedVehicle(world.unitOfWork, world.company.id, { licencePlate: 'AA-123-AB' });
  const stored = await anotherQuote(world.unitOfWork, world.company, vehicle);
  const policyNumber = 'VI-<7>-2026-1';
  const certificate = aCertificate({ certificateNumber: 'ATD-2026-00418273' });
  const { contract } = await storedContract(world.unitOfWork, stored, {
    contract: { ...days, policyNumber },
    request: { status: 'issued', certificate },
  });

  const tokenOf = (facts: Partial<Contract> = {}, by = signer): string =>
    (signProof(by, 'contract', { contract: { ...contract, ...facts }, vehicle, certificate }) ?? '').slice(
      ADDRESS.length,
    );
  const keys = [
    { publicKey: signer.publicKey, withdrawn: false },
    { publicKey: aSigner().publicKey, withdrawn: true },
  ];
  const contractQueries = { ...world.contractQueries, ...queries };
  const show = showProof({ ...world, contractQueries, proofKeys: keys, verifySignature });
  const limits = requests === undefined ? {} : { limits: { proofs: { requests, seconds: 60 } } };
  const api = await opened(
    { ...world.dependencies, proofs: { show, keys, zone: world.zone }, ...limits, trustedProxies },
    world.key,
  );
  const open = (token: string, method = 'GET') => api.call(method, `//v/${token}`, NO_KEY);
  return { ...world, ...api, keys, contract, tokenOf, open };
};

const headingOf = (text: string): string | undefined => /<h1[^>]*>([^<]*)</.exec(text)?.[1];

describe('the page of a scanned paper', () => {
  let api: Awaited<ReturnType<typeof served>>;
  beforeEach(async () => {
    api = await served();
  });
  // Proves: proof-page
  it('confirms the paper with its vehicle and days, and names no person', async () => {
    const { status, headers, text } = await api.open(api.tokenOf());
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(headingOf(text)).to.equal('Assurance valable aujourd’hui');
    expect(text).to.include('AA-123-AB').and.include('ATD-2026-00418273').and.include('VI-&lt;7&gt;-2026-1');
    expect(text).to.not.include(api.company.name);
    expect(text).to.include('lang="fr"').and.include('width=device-width');
  });

  it('is also found under the upper-case path of the code, and answers HEAD without a body', async () => {
    expect((await api.get(`//V/${api.tokenOf()}`, NO_KEY)).status).to.equal(200);
    const head = await api.open(api.tokenOf(), 'HEAD');
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('is not cached, not indexed, not framed, and runs no script', async () => {
    for (const token of [api.tokenOf(), 'AAAA']) {
      const { headers, text } = await api.open(token);
      const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
      const digest = createHash('sha256').update(style).digest('base64');
      expect(Object.fromEntries(headers)).to.include({
        ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' },
        'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      });
      expect(text).to.not.match(/<script|style=|https?:/);
    }
  });

  it('reports an unknown contract if the signature is ours but the contract does not exist', async () => {
    const { status, text } = await api.open(api.tokenOf({ policyNumber: 'VI-7-2026-2' }));
    expect([status, headingOf(text)]).to.deep.equal([200, 'Contrat introuvable']);
    expect(text).to.include('class="bad"');
  });

  // Proves: proof-not-forged
  it('is the same for every forgery', async () => {
    const good = api.tokenOf();
    const changed = `${good.slice(0, 20)}${good[20] === 'A' ? 'B' : 'A'}${good.slice(21)}`;
    const stranger = aSigner();
    const ours = { ...stranger, publicKey: api.keys[0]?.publicKey ?? stranger.publicKey };
    const withdrawn = { ...stranger, publicKey: api.keys[1]?.publicKey ?? stranger.publicKey };
    const others = [stranger, ours, withdrawn].map((by) => api.tokenOf({}, by));
    const noTokens = [changed, good.slice(1), good.toLowerCase(), 'A', '%20', '%00', encodeURIComponent('../x')];
    const forged = [...others, api.tokenOf({ policyNumber: 'VI-7-2026-2' }, stranger), ...noTokens];
    const answers = await Promise.all(forged.map((token) => api.open(token)));
    const responses = answers.map(({ status, headers, text }) => {
      const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return JSON.stringify([status, text, kept]);
    });
    expect(new Set(responses).size).to.equal(1);
    expect(answers[0]?.status).to.equal(404);
    expect(headingOf(answers[0]?.text ?? '')).to.equal('Ce code n’est pas valable');
  });
});

describe('the check of a paper while the database is unavailable', () => {
  it('confirms the signature, and answers 503 for the rest', async () => {
    const api = await served({
      queries: { withPolicy: () => Promise.reject(new StoreUnavailable('the database cannot be reached')) },
    });
    const { status, headers, text } = await api.open(api.tokenOf());
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(headingOf(text)).to.equal('Attestation et annulation non vérifiées');
    expect(text).to.include('AA-123-AB');
    expect((await api.open(`${api.tokenOf()}A`)).status).to.equal(404);
  });
});

describe('an address that checks more papers than a person can scan', () => {
  it('has to wait even if the papers are genuine; its other requests do not', async () => {
    const api = await served({ requests: 2 });
    for (const token of [api.tokenOf(), 'AAAA']) expect((await api.open(token)).status).to.not.equal(429);
    const { status, headers, text } = await api.open(api.tokenOf());
    expect(status).to.equal(429);
    expect(Number(headers.get('retry-after'))).to.be.within(10, 60);
    expect(headingOf(text)).to.equal('Trop de vérifications');
    // The phone can check the paper offline.
    expect(text).to.include(`href="./#${api.tokenOf()}"`);
    expect((await api.open('%22%3E%3Cb%3E')).text).to.include('href="./#%22%3E%3Cb%3E"');
    expect((await api.get('/coverage')).status).to.equal(200);
  });

  it('is read from the header of a trusted proxy: other addresses behind it are not limited', async () => {
    const api = await served({ requests: 2, trustedProxies: ['127.0.0.0/8'] });
    const from = async (address: string) =>
      (await api.get('//v/AAAA', { headers: { 'x-api-key': '', 'x-forwarded-for': address } })).status;
    const [one, other] = ['41.207.0.1', '41.207.0.2'] as const;
    const statuses = [await from(one), await from(one), await from(one), await from(other), await from(one)];
    expect(statuses).to.deep.equal([404, 404, 429, 404, 429]);
  });
});

describe('the keys for checking papers', () => {
  it('are published for every app, and may be cached for five minutes', async () => {
    const api = await served();
    const { status, headers, text } = await api.get('//.well-known/vehicle-insurance-proof-keys.json', NO_KEY);
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=300']);
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(proofKeysIn(JSON.parse(text))).to.deep.equal(api.keys);
  });

  it('are not published by a service that signs nothing, and the pages do not exist there', async () => {
    const world = await inMemory();
    const api = await opened(world.dependencies, world.key);
    for (const path of ['/.well-known/vehicle-insurance-proof-keys.json', '/v/AAAA', '/V/AAAA'])
      expect((await api.get(`/${path}`, NO_KEY)).body.code).to.equal('not_found');
  });
});
