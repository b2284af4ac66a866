import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { visitor, type Seen, type Visitor } from './visitor.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const STRANGER = generateKeyPairSync('rsa', { modulusLength: 2048 });

export type Claims = Readonly<Record<string, unknown>>;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (claims: Claims, key = privateKey): string => {
  const body = `${part({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${part(claims)}`;
  return `${body}.${createSign('sha256').update(body).sign(key, 'base64url')}`;
};

/** A small OpenID provider: it signs everyone in, and records the parameters of the console's requests. */
export class SmallProvider {
  offersUserInfo = true;
  asked = new URLSearchParams();
  claims: Claims = {};
  key = privateKey;
  /** What it offers to check a role after the sign-in: a refresh token, user information, both or neither. */
  offers = { refresh: false, userInfo: false };
  /** Its response when it refuses to refresh a token or to return user information; undefined for the usual one. */
  refusal:
    | { readonly status: number; readonly error?: string; readonly type?: string; readonly at?: '/userinfo' }
    | undefined;
  /** The header with which it requires other credentials. */
  challenge: string | undefined;
  /** The parts that its response to a refresh lacks, as with some providers. */
  leavesOut: readonly ('claims' | 'id_token' | 'refresh_token')[] = [];
  isDown = false;
  checks = 0;
  private refreshToken = 'none';

  reset(): void {
    this.key = privateKey;
    Object.assign(this, { offers: { refresh: true, userInfo: false }, leavesOut: [], isDown: false, checks: 0 });
    this.offersUserInfo = true;
    Object.assign(this, { refusal: undefined, challenge: undefined });
    this.claims = { preferred_username: 'awa', groups: ['staff', 'look'] };
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** Leads a browser to the provider; returns the state that the browser must bring back. */
  async leave(browser: Visitor): Promise<string> {
    const { to } = await browser.get('/sign-in/provider');
    this.asked = new URL(to ?? '').searchParams;
    return this.asked.get('state') ?? '';
  }

  async comeBack(browser: Visitor, state?: string): Promise<Seen> {
    return browser.get(`/sign-in/back?code=a-code&state=${state ?? (await this.leave(browser))}`);
  }

  async enter(origin: string, sub: string, name: string, groups: readonly string[] = ['act']): Promise<Visitor> {
    this.claims = { sub, preferred_username: name, groups };
    const browser = visitor(origin);
    await this.comeBack(browser);
    return browser;
  }

  server: Server = createServer((request, response) => {
    if (this.isDown) return request.socket.destroy();
    const { at = request.url, status = 0, type = 'application/json', ...body } = this.refusal ?? {};
    if (status > 0 && /^\/(token|userinfo)$/.test(request.url ?? '') && request.url === at) {
      if (this.challenge !== undefined) response.setHeader('www-authenticate', this.challenge);
      response
        .writeHead(status, { 'content-type': type })
        .end(type === 'text/html' ? '<p>Refused</p>' : JSON.stringify(body));
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
      if (!this.offers.refresh || form.get('refresh_token') !== this.refreshToken) return undefined;
      return this.tokens(this.leavesOut.includes('claims') ? {} : this.claims, this.leavesOut);
    }
    const proven = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('code') !== 'a-code' || proven !== this.asked.get('code_challenge')) return undefined;
    return this.tokens({ nonce: this.asked.get('nonce'), ...this.claims });
  }

  private tokens(claimed: Claims, leavesOut: SmallProvider['leavesOut'] = []): object {
    const now = Math.floor(Date.now() / 1000);
    // Each token is accepted once, unless it stays the same.
    if (!leavesOut.includes('refresh_token')) this.refreshToken = randomUUID();
    // A provider states an email only to those who ask for it.
    const { email, ...asked } = claimed;
    const mail = this.asked.get('scope')?.split(' ').includes('email') ? { email } : {};
    const claims = { ...{ iss: this.issuer, aud: 'console', sub: 'u-1', iat: now, exp: now + 60 }, ...asked, ...mail };
    const refreshed = this.offers.refresh ? { refresh_token: this.refreshToken } : {};
    const given = { access_token: 'x', token_type: 'bearer', id_token: signed(claims, this.key), ...refreshed };
    return Object.fromEntries(Object.entries(given).filter(([name]) => !leavesOut.some((each) => each === name)));
  }
}

export const configuredFor = ({ issuer }: SmallProvider) => ({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
  CONSOLE_OIDC_ROLE_CLAIM: 'groups',
});
