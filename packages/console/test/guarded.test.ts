import { expect } from 'chai';
import { ROUTES } from '../src/routes.ts';
import { cookies, type Cookies } from '../src/web/cookies.ts';
import { headers as headersOf } from '../src/web/headers.ts';
import { officeForAll } from './office.ts';
import { tokenOf, visitor, type Visitor } from './visitor.ts';

const SOME_ID = '019a2f75-3c01-7aaf-b0c1-d2e3f4051627';

describe('the console', () => {
  const office = officeForAll();
  let origin: string;
  let looking: Visitor;
  let acting: Visitor;

  before(async () => {
    ({ origin } = office);
    looking = await office.signedIn('Awa', 'look');
    acting = await office.signedIn('Koffi', 'act');
  });

  const addresses = () => ROUTES.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, SOME_ID) }));
  const posts = () => addresses().filter(({ method }) => method === 'POST');

  // Proves: console-signed-in-only
  it('shows no page and accepts no form without a session', async () => {
    for (const cookie of [undefined, 'x', 'x'.repeat(43)])
      for (const { method, path } of addresses()) {
        const stranger = visitor(origin);
        if (cookie !== undefined) stranger.cookies.set('console-session', cookie);
        const seen = await (method === 'GET' ? stranger.get(path) : stranger.send(path, {}));
        const expected = method === 'GET' ? '302 /sign-in' : '403 null';
        expect(`${seen.status} ${seen.to}`, `${method} ${path}`).to.equal(expected);
      }
  });

  it('refuses every form of a person with the role look, even with the token of their own session', async () => {
    const token = await tokenOf(looking);
    // Simulating a tariff changes nothing.
    for (const { path } of posts().filter((each) => !['/sign-out', '/what-if'].includes(each.path)))
      expect((await looking.send(path, { 'form-token': token })).status, path).to.equal(403);
  });

  // Proves: console-signed-in-only
  it('refuses every form without its session’s token, or with another session’s', async () => {
    const others = await tokenOf(looking);
    for (const { path } of posts())
      for (const token of ['', 'x', others])
        expect((await acting.send(path, { 'form-token': token })).status, path).to.equal(403);
    expect((await acting.get('/')).status).to.equal(200);
  });

  it('refuses every form that another site sent, or that does not state its origin', async () => {
    const token = await tokenOf(acting);
    const foreign = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { origin, 'sec-fetch-site': 'cross-site' },
      { origin, 'sec-fetch-site': 'same-site' },
      {},
    ];
    for (const { path } of posts())
      for (const headers of foreign) {
        const seen = await acting.send(path, { 'form-token': token }, headers);
        expect(seen.status, `${path} ${JSON.stringify(headers)}`).to.equal(403);
        expect(seen.text).to.include('ne vient pas de cette console');
      }
    expect((await acting.get('/')).status).to.equal(200);
  });

  it('says in French that a form is too long', async () => {
    const { status, text } = await acting.send('/sign-out', { why: 'x'.repeat(100_000) });
    expect(status).to.equal(413);
    expect(text).to.include('Le formulaire est trop long');
  });

  it('forbids foreign scripts, frames and caching in the headers of every response', async () => {
    const stranger = visitor(origin);
    const seen = [await stranger.get('/sign-in'), await stranger.get('/'), await acting.get('/none')];
    for (const { headers, text } of [...seen, await acting.get('/')]) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).to.include("default-src 'none'").and.to.include("frame-ancestors 'none'");
      expect(policy).not.to.include('unsafe');
      expect(Object.fromEntries(headers)).to.include({
        ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' },
      });
      expect(text).not.to.match(/<[^>]+ style=|<style|<script(?![^>]* src=)| on[a-z]+=/);
    }
  });

  it('lets browsers cache its style and script for a year, and over TLS enforces TLS for a year', async () => {
    const stranger = visitor(origin);
    const [asset = ''] = /\/assets\/[^"]+/.exec((await stranger.get('/sign-in')).text) ?? [];
    const { headers: kept } = await stranger.get(asset);
    expect(kept.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    let sent: Readonly<Record<string, string>> = {};
    const answer = { set: (all: typeof sent) => (sent = all) } as unknown as Parameters<
      ReturnType<typeof headersOf>
    >[0];
    await headersOf(true)(answer, async () => undefined);
    expect(sent['strict-transport-security']).to.equal('max-age=31536000');
  });

  it('sets one session cookie, which scripts cannot read and other sites cannot send', async () => {
    const link = await office.link('Awa', 'look');
    const seen = await visitor(origin).send('/sign-in', { link: link.searchParams.get('link') ?? '' });
    expect(seen.headers.getSetCookie()).to.have.length(1);
    expect(seen.headers.getSetCookie()[0]).to.match(/^console-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const set: string[] = [];
    const ctx = { append: (_: string, lines: readonly string[]) => set.push(...lines) };
    cookies(true).set(ctx as unknown as Parameters<Cookies['set']>[0], 'session', 'x');
    expect(set, 'over TLS').to.deep.equal(['__Host-console-session=x; Path=/; HttpOnly; SameSite=Strict; Secure']);
  });
});
