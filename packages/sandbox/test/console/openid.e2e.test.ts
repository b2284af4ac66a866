import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn } from '../operator/operator-command.ts';
import { asSandbox, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { signedIn, textOf, tokenOf, visitor, type Seen, type Visitor } from './visitor.ts';

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
  /** What its description says, which the console reads once. */
  offersUserInfo = true;
  asked = new URLSearchParams();
  claims: Claims = {};
  key = privateKey;
  /** What it offers for asking about a role later: a refresh token, user information, both or neither. */
  offers = { refresh: false, userInfo: false };
  /** How it refuses to refresh a token or give user information, if not as usual. */
  refusal: { readonly status: number; readonly error?: string; readonly type?: string } | undefined;
  /** The header with which it demands other credentials. */
  challenge: string | undefined;
  /** Claims left out of refreshed id tokens, as some providers do. */
  isBrief = false;
  isDown = false;
  /** Requests for user information and with refresh tokens. */
  checks = 0;
  private refreshToken = 'none';
  server: Server = createServer((request, response) => {
    if (this.isDown) return request.socket.destroy();
    if (this.refusal && /^\/(token|userinfo)$/.test(request.url ?? '')) {
      const { status, type = 'application/json', ...body } = this.refusal;
      if (this.challenge !== undefined) response.setHeader('www-authenticate', this.challenge);
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
      return;
    }
    void this.answer(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.statusCode = body ? 200 : request.url === '/userinfo' ? 401 : 400;
      if (response.statusCode === 401) response.setHeader('www-authenticate', 'Bearer error="invalid_token"');
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
        userinfo_endpoint: this.offersUserInfo ? `${issuer}/userinfo` : undefined,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
      };
    if (request.url === '/keys')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] };
    if (request.url === '/userinfo') {
      this.checks += 1;
      return this.offers.userInfo ? { sub: 'u-1', ...this.claims } : undefined;
    }
    const form = new URLSearchParams(await text(request));
    if (form.get('grant_type') === 'refresh_token') {
      this.checks += 1;
      // Each token is accepted once.
      if (!this.offers.refresh || form.get('refresh_token') !== this.refreshToken) return undefined;
      return this.tokens(this.isBrief ? {} : this.claims);
    }
    const proven = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('code') !== 'a-code' || proven !== this.asked.get('code_challenge')) return undefined;
    return this.tokens({ nonce: this.asked.get('nonce'), ...this.claims });
  }

  private tokens(claimed: Claims): object {
    const now = Math.floor(Date.now() / 1000);
    this.refreshToken = randomUUID();
    const claims = {
      iss: this.issuer,
      aud: 'console',
      sub: 'u-1',
      iat: now,
      exp: now + 60,
      ...claimed,
    };
    const refreshed = this.offers.refresh ? { refresh_token: this.refreshToken } : {};
    return { access_token: 'x', token_type: 'bearer', id_token: signed(claims, this.key), ...refreshed };
  }
}

describe('signing in with an OpenID Connect provider', function () {
  this.timeout(60_000);
  const provider = new SmallProvider();
  let sandbox: TestSandbox;
  let origin: string;
  let database: TestDatabase;
  let sql: pg.Pool;

  before(async () => {
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    database = await testDatabase({ migrate: asSandbox });
    sql = new pg.Pool({ connectionString: database.url });
    sandbox = await startSandbox({
      DATABASE_URL: database.url,
      CONSOLE_PORT: '0',
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
      CONSOLE_OIDC_ROLE_CLAIM: 'groups',
      CONSOLE_SECOND_PERSON: 'true',
    });
    origin = new URL(sandbox.service.consoleLink ?? '').origin;
  });
  beforeEach(() => {
    provider.key = privateKey;
    Object.assign(provider, { offers: { refresh: true, userInfo: false }, isBrief: false, isDown: false, checks: 0 });
    Object.assign(provider, { refusal: undefined, challenge: undefined });
    provider.claims = { preferred_username: 'awa', groups: ['staff', 'look'] };
  });
  after(async () => {
    await sandbox.stop();
    await sql.end();
    await database.drop();
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
  /** A browser in which an account has signed in. */
  const entered = async (sub: string, name: string, groups: readonly string[] = ['act']): Promise<Visitor> => {
    provider.claims = { sub, preferred_username: name, groups };
    const browser = visitor(origin);
    await back(browser);
    return browser;
  };
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
    const confirmed = async (browser: Visitor, at: string): Promise<string> => {
      const token = /name="form-token"\s+value="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? '';
      const { to } = await browser.send(at, { 'form-token': token });
      return textOf(await browser.get(to ?? '/'));
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
    expect(await confirmed(koffi, at)).to.include('« awa » compte u-1, confirmé par « koffi » compte u-2');

    // What one who came by a link proposes is no account's to confirm either.
    await byLink.fill(pause, pause, { why: 'encore' });
    const { text } = await koffi.get('/proposals');
    expect(text).to.include('entrée par un lien').and.not.to.include('/confirm"');
  });

  const pausing = '/act/payments-pause/-';
  const confirmAt = async (browser: Visitor): Promise<readonly string[]> =>
    [...(await browser.get('/proposals')).text.matchAll(/action="([^"]+\/confirm)"/g)].map(([, at = '']) => at);
  const noProposals = () => sql.query('delete from console.proposal');
  const operator = () => operatorOn(sandbox.dataDir, sandbox.database);

  // Proves: console-two-people
  it('names the account beside a chosen name, so that no name reads like two people', async () => {
    await noProposals();
    for (const name of ['Awa, confirmed by Chef', 'Awa », confirmé par « Chef', 'Awa", confirmed by "Chef']) {
      const forger = await entered('u-9', name);
      await forger.fill('/act/payments-resume/-', '/act/payments-resume/-');
      const { rows } = await sql.query<Fields>(
        'select by, by_issuer, by_subject, confirmed_by from payment_pause order by number desc limit 1',
      );
      expect(rows).to.deep.equal([{ by: name, by_issuer: provider.issuer, by_subject: 'u-9', confirmed_by: null }]);
      await forger.fill(pausing, pausing, { why: 'panne' });
      const chef = await entered('u-2', 'koffi');
      const [at = ''] = await confirmAt(chef);
      const token = await tokenOf(chef);
      await chef.send(at, { 'form-token': token });
      const shown = textOf(await chef.get('/'));
      const quoted = name.replaceAll(/["«»]/g, '·');
      expect(shown).to.include(`par « ${quoted} » compte u-9`);
      expect(shown.match(/confirmé par «/g)).to.have.length(1);
      expect(shown).to.include('compte u-9, confirmé par « koffi » compte u-2');
      const text = await operator().text('work', 'status');
      expect(text).to.include(`"${quoted}" [account u-9], confirmed by "koffi" [account u-2]`);
    }
  });

  it('refuses to withdraw or confirm for an account that takes the name of the proposer', async () => {
    await noProposals();
    const awa = await entered('u-1', 'awa');
    await awa.fill(pausing, pausing, { why: 'panne' });
    const [{ id } = { id: '' }] = (await sql.query<{ id: string }>('select id from console.proposal')).rows;
    for (const name of ['awa', 'AWA', 'a\u200dwa', 'awa\u2007', 'awa.', 'аwа']) {
      const namesake = await entered('u-3', name);
      const token = await tokenOf(namesake);
      for (const what of ['withdraw', 'confirm']) {
        expect((await namesake.get('/proposals')).text, name).not.to.include(`${id}/${what}`);
        await namesake.send(`/proposals/${id}/${what}`, { 'form-token': token });
      }
      expect(await confirmAt(await entered('u-2', 'koffi')), name).to.deep.equal([`/proposals/${id}/confirm`]);
    }
    expect((await (await entered('u-1', 'other name')).get('/proposals')).text).to.include(`${id}/withdraw`);
  });

  it('shows a name without what cannot be seen, and another claim instead of a name of which nothing is left', async () => {
    const shown = await entered('u-4', '\u202eawa\u200b\u0000\ufeff  kone\u2066');
    expect(textOf(await shown.get('/session'))).to.include('« awa kone » compte u-4');
    expect(textOf(await (await entered('u-5', '\u200b\u2060')).get('/session'))).to.include('« u-5 » compte u-5');
  });

  describe('after a sign-in', () => {
    const age = (minutes: number) =>
      sql.query(`update console.session set checked_at = now() - $1 * interval '1 minute', check_claimed_at = null`, [
        minutes,
      ]);
    const resuming = '/act/payments-resume/-';
    const resume = async (browser: Visitor, token: string) => browser.send(resuming, { 'form-token': token });
    const removeRole = () => {
      provider.claims = { ...provider.claims, groups: [] };
    };

    for (const [offered, offers, isBrief] of [
      ['a refresh token', { refresh: true, userInfo: true }, false],
      ['a refresh token, and id tokens without the role', { refresh: true, userInfo: true }, true],
      ['user information alone', { refresh: false, userInfo: true }, false],
    ] as const)
      // Proves: console-role-checked
      it(`has the role checked every 15 minutes by ${offered}, and ends the session when it is removed`, async () => {
        Object.assign(provider, { offers, isBrief });
        const awa = await entered('u-1', 'awa');
        const token = await tokenOf(awa);
        provider.checks = 0;
        await age(14);
        expect((await resume(awa, token)).status).to.equal(303);
        expect(provider.checks).to.equal(0);
        for (let round = 0; round < 3; round += 1) {
          await age(16);
          expect((await resume(awa, token)).status, `round ${round}`).to.equal(303);
          expect(provider.checks, `round ${round}`).to.be.greaterThan(round);
        }
        removeRole();
        await age(14);
        expect((await resume(awa, token)).status).to.equal(303);
        await age(16);
        expect((await resume(awa, token)).status).to.equal(403);
        expect((await awa.get('/')).to).to.equal('/sign-in');
        const [line] = await operator().json<readonly Fields[]>('session', 'history');
        expect(line).to.include({ what: 'session', done: 'role_removed', by: null });
        expect(line?.['about']).to.include({ name: 'awa', subject: 'u-1' });
      });

    it('takes the role that the provider gives now', async () => {
      const awa = await entered('u-1', 'awa');
      const token = await tokenOf(awa);
      provider.claims = { ...provider.claims, groups: ['look'] };
      await age(16);
      expect((await resume(awa, token)).status).to.equal(403);
      expect((await awa.get('/')).text).to.include('consulte');
    });

    it('asks once for several requests at the same time, and uses each refresh token once', async () => {
      provider.offers = { refresh: true, userInfo: true };
      const awa = await entered('u-1', 'awa');
      for (let round = 0; round < 2; round += 1) {
        provider.checks = 0;
        await age(16);
        const seen = await Promise.all(Array.from({ length: 6 }, () => awa.get('/')));
        expect(seen.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
        expect(provider.checks).to.equal(1);
      }
    });

    it('leaves a check to the process that makes it for as long as three calls may take', async () => {
      const awa = await entered('u-1', 'awa');
      for (const [seconds, checks] of [
        [20, 0],
        [31, 1],
      ] as const) {
        await age(16);
        await sql.query(`update console.session set check_claimed_at = now() - $1 * interval '1 second'`, [seconds]);
        provider.checks = 0;
        await awa.get('/');
        expect(provider.checks, `after ${seconds} seconds`).to.equal(checks);
      }
    });

    // Proves: console-role-checked
    it('refuses actions at once and pages after an hour while the provider is away, and allows both when it is back', async () => {
      const awa = await entered('u-1', 'awa');
      const token = await tokenOf(awa);
      provider.isDown = true;
      for (const minutes of [16, 59]) {
        await age(minutes);
        const refused = await resume(awa, token);
        expect(refused.status).to.equal(503);
        expect(refused.text).to.include('rien n’est fait');
        expect((await awa.get('/')).text).to.include('consulte');
      }
      await age(61);
      for (const page of ['/', '/company', '/session', '/act/payments-pause/-']) {
        const refused = await awa.get(page);
        expect(refused.status, page).to.equal(503);
        expect(textOf(refused), page).to.include('depuis plus d’une heure').and.not.to.include('consulte');
      }
      expect((await resume(awa, token)).status).to.equal(503);
      provider.isDown = false;
      await age(61);
      expect((await awa.get('/')).status).to.equal(200);
      expect((await resume(awa, token)).status).to.equal(303);
      provider.isDown = true;
      await age(61);
      expect((await awa.send('/sign-out', { 'form-token': token })).to).to.equal('/sign-in');
    });

    const BY_TOKEN = { refresh: true, userInfo: false };
    const BY_USER_INFO = { refresh: false, userInfo: true };
    const checkedWith = async (offers: typeof BY_TOKEN, refusal: SmallProvider['refusal']): Promise<Visitor> => {
      provider.refusal = undefined;
      provider.offers = offers;
      const awa = await entered('u-1', 'awa');
      await age(16);
      provider.refusal = refusal;
      return awa;
    };

    // Proves: console-role-checked
    it('ends the session when the provider refuses, however it says so', async () => {
      for (const [offers, refusal] of [
        ...['invalid_grant', 'access_denied', 'unauthorized_client', 'invalid_request', 'invalid_scope'].map(
          (error) => [BY_TOKEN, { status: 400, error }] as const,
        ),
        [BY_TOKEN, { status: 403, error: 'access_denied' }],
        [BY_TOKEN, { status: 401, error: 'access_denied' }],
        [BY_TOKEN, { status: 403 }],
        [BY_TOKEN, { status: 403, type: 'text/html' }],
        ...[401, 403].map((status) => [BY_USER_INFO, { status }] as const),
        ...[401, 403].map((status) => [BY_USER_INFO, { status, error: 'invalid_token' }] as const),
      ] as const) {
        const awa = await checkedWith(offers, refusal);
        expect((await awa.get('/')).to, JSON.stringify(refusal)).to.equal('/sign-in/provider');
        provider.refusal = undefined;
        expect((await awa.get('/')).to, `${JSON.stringify(refusal)}, later`).to.equal('/sign-in');
      }
    });

    it('keeps the session, without actions, while the provider is unavailable or the console’s client is refused', async () => {
      for (const [offers, refusal] of [
        ...[408, 429, 500, 503].flatMap((status) =>
          [BY_TOKEN, BY_USER_INFO].flatMap((each) => [
            [each, { status }] as const,
            [each, { status, error: 'temporarily_unavailable' }] as const,
          ]),
        ),
        ...[400, 401].map((status) => [BY_TOKEN, { status, error: 'invalid_client' }] as const),
      ] as const) {
        for (const challenge of [undefined, 'Basic realm="tokens"']) {
          const awa = await checkedWith(offers, refusal);
          provider.challenge = challenge;
          expect((await awa.get('/')).text, JSON.stringify({ refusal, challenge })).to.include('consulte');
        }
      }
    });

    it('sends a person to the provider again who can be checked in no other way', async () => {
      provider.offers = { refresh: false, userInfo: false };
      const awa = await entered('u-1', 'awa');
      await age(14);
      expect((await awa.get('/')).status).to.equal(200);
      await age(16);
      expect((await awa.get('/')).to).to.equal('/sign-in/provider');
      await back(awa);
      expect((await awa.get('/')).status).to.equal(200);
    });

    it('does not check a person who came by a link, and stores no readable token', async () => {
      const byLink = await signedIn(operator(), 'Yao', 'act');
      await entered('u-1', 'awa');
      provider.checks = 0;
      await age(600);
      expect((await byLink.get('/')).status).to.equal(200);
      expect(provider.checks).to.equal(0);
      const { rows } = await sql.query<{ kept: string }>(`select grant_text as kept from console.session
        where subject = 'u-1' order by created_at desc limit 1`);
      expect(rows[0]?.kept).to.be.a('string').and.not.include('refreshToken');
    });
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
