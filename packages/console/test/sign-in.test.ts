import { ClockDisagrees, StoreUnavailable } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { officeForEach } from './office.ts';
import { rowsOf, textOf, tokenOf, visitor } from './visitor.ts';

const MINUTE = 60;

describe('signing in to the console with a link', () => {
  const office = officeForEach();
  const signedIn: typeof office.signedIn = (...person) => office.signedIn(...person);

  const pageOf = ({ pathname, search }: URL) => `${pathname}${search}`;
  const pass = (minutes: number) => office.access.passRealTime(minutes * MINUTE);

  // Proves: console-link-once
  it('signs in one browser, once, and not by merely opening the link', async () => {
    const page = pageOf(await office.link('Awa', 'look'));
    const [first, second] = [visitor(office.origin), visitor(office.origin)];
    expect((await first.get('/sign-in')).text).to.include('Demandez un lien d’accès à votre administrateur.');
    await first.get(page);
    await second.get(page);
    expect((await first.fill(page, '/sign-in')).status).to.equal(200);
    expect((await second.fill(page, '/sign-in')).status).to.equal(403);
    expect(second.cookies).to.be.empty;
    expect((await second.get('/')).to).to.equal('/sign-in');
  });

  it('lets a person sign out of all browsers, including a stolen cookie, and signs out no other person', async () => {
    const [phone, desk] = [await signedIn('Awa', 'look'), await signedIn('Awa', 'look')];
    const other = await signedIn('Koffi', 'look');
    const thief = visitor(office.origin);
    for (const [name, value] of phone.cookies) thief.cookies.set(name, value);
    expect((await thief.get('/')).status).to.equal(200);
    expect((await phone.fill('/', '/sign-out')).text).to.include('Se connecter');
    for (const browser of [desk, thief]) expect((await browser.get('/')).to).to.equal('/sign-in');
    expect((await other.get('/')).status).to.equal(200);
  });

  // Proves: console-session-ended
  it('lists who is signed in, and lets another person with the role act end a session at once', async () => {
    const [awa, koffi] = [await signedIn('Awa', 'act'), await signedIn('Koffi Ba', 'act')];
    const looking = await signedIn('Yao', 'look');
    const page = await awa.get('/session');
    const row = rowsOf(page.text).find(([person]) => person === 'Koffi Ba');
    expect(row?.slice(1)).to.include('gestionnaire').and.to.include('127.0.0.1 node');
    for (const secret of koffi.cookies.values()) expect(page.text).not.to.include(secret);
    const { id = '' } = (await office.access.sessions.list()).find(({ name }) => name === 'Koffi Ba') ?? {};
    expect((await looking.get('/session')).text).not.to.include('/end"');
    const refused = await looking.send(`/act/session-end/${id}`, { 'form-token': await tokenOf(looking), why: 'x' });
    expect(refused.status).to.equal(403);
    const blank = await awa.fill('/session', `/act/session-end/${id}`, { why: ' ' });
    expect(textOf(blank)).to.include('Motif : saisissez de 1 à');
    expect((await koffi.get('/')).status).to.equal(200);
    const seen = await awa.fill('/session', `/act/session-end/${id}`, { why: 'a quitté la société' });
    expect(textOf(seen)).to.include('La session est fermée');
    expect(textOf(seen)).to.include('a quitté la société – par Awa');
    expect(seen.text).to.match(/Koffi Ba<\/bdi\s*>\. Motif\s: a quitté/);
    expect(textOf(await awa.get('/proposals'))).not.to.include('a quitté la société');
    expect((await koffi.get('/')).to).to.equal('/sign-in');
    expect((await koffi.send('/act/payment-resume/-', {})).status).to.equal(403);
    expect((await awa.get('/')).status).to.equal(200);
    const again = await awa.send(`/act/session-end/${id}`, { 'form-token': await tokenOf(awa), why: 'x' });
    expect(again.text).to.include('Cette session est déjà fermée');
  });

  // Proves: console-session-ended
  it('lets a person with the role act end all sessions and unused links of another person at once', async () => {
    const awa = await signedIn('Awa', 'act');
    const koffi = [await signedIn('Koffi Ba', 'act'), await signedIn('Koffi Ba', 'look')];
    const other = await signedIn('Koffi', 'act');
    const unused = await office.link('Koffi Ba', 'act');
    const [, end = ''] = /formaction="([^"]*Koffi%20Ba)"/.exec((await awa.get('/session')).text) ?? [];
    await awa.send(end, { 'form-token': await tokenOf(awa), why: 'a quitté la société' });
    const seen = await awa.get('/session');
    expect(textOf(seen)).to.include('Sessions fermées : 2. Liens d’accès annulés : 1.');
    for (const browser of koffi) expect((await browser.get('/')).to).to.equal('/sign-in');
    expect((await other.get('/')).status).to.equal(200);
    const late = await visitor(office.origin).fill(`${unused.pathname}${unused.search}`, '/sign-in');
    expect(late.status).not.to.equal(200);
  });

  it('shows a one-time message only on the next page that the person opens', async () => {
    const awa = await signedIn('Awa', 'act');
    const { headers } = await awa.send('/act/payment-resume/-', { 'form-token': await tokenOf(awa) });
    expect(headers.getSetCookie().join(), 'the browser keeps it for a minute').to.match(/console-said=.*Max-Age=60\b/);
    expect((await awa.get('/', { 'hx-request': 'true' })).text).not.to.include('role="status"');
    expect((await awa.get('/')).text).to.include('Les paiements ont repris');
    expect((await awa.get('/')).text).not.to.include('Les paiements ont repris');
  });

  it('does not count a page’s own reloads as use, and redirects them to the sign-in page after the session has ended', async () => {
    const awa = await signedIn('Awa', 'act');
    const poll = () => awa.get('/', { 'hx-request': 'true' });
    await pass(20);
    const seen = await poll();
    expect(seen.text).to.include('hx-trigger="every 30s"');
    const [, selected = ''] = /hx-select="#(\w+)"/.exec(seen.text) ?? [];
    expect(seen.text.split(` id="${selected}"`)[1], 'the heading with the count is reloaded too').to.include('<h1>');
    await pass(11);
    const ended = await poll();
    expect([ended.status, ended.to, ended.headers.get('hx-redirect')]).to.deep.equal([401, null, '/sign-in']);
    expect(ended.text).not.to.include('<h1>');
  });

  it('shows every page with 503 while the store is unavailable or the clock wrong, which is reported, and recovers', async () => {
    const awa = await signedIn('Awa', 'act');
    const { use } = office.access.sessions;
    for (const [error, words] of [
      [new StoreUnavailable('away'), 'La base de données ne répond pas'],
      [new ClockDisagrees('fast'), 'L’horloge du serveur ne concorde pas'],
    ] as const)
      for (const path of ['/', '/proposals', '/sign-out']) {
        Object.assign(office.access.sessions, { use: () => Promise.reject(error) });
        const seen = await (path === '/sign-out' ? awa.send(path, {}) : awa.get(path));
        expect([seen.status, seen.text.includes(words)], path).to.deep.equal([503, true]);
        expect(office.errors.all.at(-1)?.cause).to.equal(error);
      }
    Object.assign(office.access.sessions, { use });
    expect((await awa.get('/')).status).to.equal(200);
  });
});
