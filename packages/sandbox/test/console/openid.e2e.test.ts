import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { operatorOn } from '../operator/operator-command.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { signedIn, visitor, type Seen, type Visitor } from './visitor.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Claims = Readonly<Record<string, unknown>>;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (claims: Claims, key = privateKey): string => {
  const body = `${part({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${part(claims)}`;
  return `${body}.${createSign('sha256').update(body).sign(key, 'base64url')}`;
};

/** A small provider: it lets everyone in, and remembers what the console has asked for. */
class SmallProvider {
  asked = new URLSearchParams();
  claims: Claims = {};
  key = privateKey;
  server: Server = createServer((request, response) => {
    void this.answer(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.statusCode = body ? 200 : 400;
      response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
    });
  });

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async answer(request: IncomingMessage): Promise<object | undefined> {
    const { issuer } = this;
    if (request.url === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
      };
    if (request.url === '/keys')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] };
    const form = new URLSearchParams(await text(request));
    const proven = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('code') !== 'a-code' || proven !== this.asked.get('code_challenge')) return undefined;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'console',
      sub: 'u-1',
      iat: now,
      exp: now + 60,
      nonce: this.asked.get('nonce'),
      ...this.claims,
    };
    return { access_token: 'x', token_type: 'bearer', id_token: signed(claims, this.key) };
  }
}

describe('signing in with an OpenID Connect provider', function () {
  this.timeout(60_000);
  const provider = new SmallProvider();
  let sandbox: TestSandbox;
  let origin: string;

  before(async () => {
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    sandbox = await startSandbox({
      CONSOLE_PORT: '0',
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'a secret of the console',
      CONSOLE_OIDC_ROLE_CLAIM: 'groups',
      CONSOLE_SECOND_PERSON: 'true',
    });
    origin = new URL(sandbox.service.consoleLink ?? '').origin;
  });
  beforeEach(() => {
    provider.key = privateKey;
    provider.claims = { preferred_username: 'awa', groups: ['staff', 'look'] };
  });
  after(async () => {
    await sandbox.stop();
    provider.server.close();
  });

  const left = async (browser: Visitor): Promise<string> => {
    const { to } = await browser.get('/sign-in/provider');
    provider.asked = new URL(to ?? '').searchParams;
    expect(provider.asked.get('redirect_uri')).to.equal(`${origin}/sign-in/back`);
    return provider.asked.get('state') ?? '';
  };
  const back = async (browser: Visitor, state?: string): Promise<Seen> =>
    browser.get(`/sign-in/back?code=a-code&state=${state ?? (await left(browser))}`);
  const came = async (): Promise<Seen> => back(visitor(origin));

  it('lets a person with a role in, under their name, and is offered on the page', async () => {
    expect((await visitor(origin).get('/sign-in')).text).to.include('/sign-in/provider');
    const browser = visitor(origin);
    expect((await back(browser)).status).to.equal(200);
    expect((await browser.get('/')).text)
      .to.include('awa')
      .and.to.include('consulte');
    provider.claims = { preferred_username: 'koffi', groups: ['act', 'look'] };
    const acting = visitor(origin);
    await back(acting);
    expect((await acting.get('/')).text)
      .to.include('koffi')
      .and.to.include('agit');
  });

  it('lets no person without a role in, whatever else their token contains', async () => {
    for (const groups of [undefined, [], ['admin'], 'acting', { act: true }]) {
      provider.claims = { groups };
      expect((await came()).status, JSON.stringify(groups)).to.equal(403);
    }
  });

  it('believes no token of another key, audience, issuer, time or sign-in', async () => {
    provider.key = stranger.privateKey;
    expect((await came()).status, 'key').to.equal(403);
    provider.key = privateKey;
    for (const wrong of [{ aud: 'other' }, { iss: 'http://evil.example' }, { exp: 1 }, { nonce: 'other' }]) {
      provider.claims = { groups: 'act', ...wrong };
      const browser = visitor(origin);
      expect((await back(browser)).status, JSON.stringify(wrong)).to.equal(403);
      expect((await browser.get('/')).to).to.equal('/sign-in');
    }
  });

  it('takes no answer that this browser has not asked for, and none twice', async () => {
    const browser = visitor(origin);
    const state = await left(browser);
    expect((await back(visitor(origin), state)).status, 'another browser').to.equal(403);
    expect((await back(browser, 'other')).status, 'another state').to.equal(403);
    const again = await left(browser);
    const kept = new Map(browser.cookies);
    expect((await back(browser, again)).status).to.equal(200);
    expect(
      [...kept.keys()].some((name) => !browser.cookies.has(name)),
      'what it kept is gone',
    ).to.equal(true);
    expect((await back(browser, again)).status, 'twice').to.equal(403);
  });

  // Proves: console-two-people
  it('has what one account proposes confirmed by another, under whichever name, and by no link', async () => {
    const entered = async (sub: string, name: string): Promise<Visitor> => {
      provider.claims = { sub, preferred_username: name, groups: ['act'] };
      const browser = visitor(origin);
      await back(browser);
      return browser;
    };
    const confirmed = async (browser: Visitor, at: string): Promise<string> => {
      const token = /name="form-token"\s+value="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? '';
      const { to } = await browser.send(at, { 'form-token': token });
      return (await browser.get(to ?? '/')).text;
    };
    const pause = '/act/payments-pause/-';
    const awa = await entered('u-1', 'awa');
    await awa.fill(pause, pause, { why: 'le fournisseur est en panne' });
    const renamed = await entered('u-1', 'awa.kone');
    const byLink = await signedIn(operatorOn(sandbox.dataDir, sandbox.database), 'Awa Koné', 'act');
    const koffi = await entered('u-2', 'koffi');
    const [, at = ''] = /action="([^"]+\/confirm)"/.exec((await koffi.get('/proposals')).text) ?? [];

    expect((await renamed.get('/proposals')).text)
      .to.include('Retirer ma proposition')
      .and.not.to.include(at);
    expect((await byLink.get('/proposals')).text)
      .to.include('Proposé avec un compte de l’entreprise')
      .and.not.to.include(at);
    for (const refused of [renamed, byLink])
      expect(await confirmed(refused, at)).to.include('n’est plus à confirmer par vous');
    expect((await awa.get('/')).text).not.to.include('Les paiements sont suspendus');
    expect(await confirmed(koffi, at)).to.include('awa, confirmed by koffi');

    // What one who came by a link proposes is no account's to confirm either.
    await byLink.fill(pause, pause, { why: 'encore' });
    const { text } = await koffi.get('/proposals');
    expect(text).to.include('entrée par un lien').and.not.to.include('/confirm"');
  });

  it('signs an account out in every browser, under whichever name', async () => {
    const [before, after] = [visitor(origin), visitor(origin)];
    provider.claims = { sub: 'u-3', preferred_username: 'yao', groups: ['look'] };
    await back(before);
    const namesake = await signedIn(operatorOn(sandbox.dataDir, sandbox.database), 'yao', 'look');
    provider.claims = { sub: 'u-3', preferred_username: 'yao.brou', groups: ['look'] };
    await back(after);
    await after.fill('/', '/sign-out');
    expect((await before.get('/')).to).to.equal('/sign-in');
    expect((await namesake.get('/')).status).to.equal(200);
  });
});
