import { expect } from 'chai';
import { officeWithProvider } from './office.ts';
import { STRANGER } from './small-provider.ts';
import { textOf, tokenOf, visitor, type Seen, type Visitor } from './visitor.ts';

describe('signing in with an OpenID Connect provider', () => {
  const { provider, office, entered } = officeWithProvider({ CONSOLE_SECOND_PERSON: 'true' });

  const left = async (browser: Visitor) => {
    const state = await provider.leave(browser);
    expect(provider.asked.get('redirect_uri')).to.equal(`${office.origin}/sign-in/back`);
    return state;
  };
  const back = async (browser: Visitor, state?: string) => provider.comeBack(browser, state ?? (await left(browser)));
  const came = (): Promise<Seen> => back(visitor(office.origin));

  const pausing = '/act/payment-pause/-';
  const confirmAt = async (browser: Visitor): Promise<readonly string[]> =>
    [...(await browser.get('/proposals')).text.matchAll(/action="([^"]+\/confirm)"/g)].map(([, at = '']) => at);
  const noProposals = async () => {
    for (const { id } of await office.access.proposals.list()) await office.access.proposals.take(id);
  };

  it('accepts a name of 200 characters, and uses the next claim instead of a longer one', async () => {
    for (const [length, shown] of [
      [200, 'n'.repeat(200)],
      [201, 'u-9'],
    ] as const) {
      provider.claims = { preferred_username: 'n'.repeat(length), sub: 'u-9', groups: ['look'] };
      const browser = visitor(office.origin);
      await back(browser);
      expect((await browser.get('/')).text).to.include(shown);
    }
  });

  it('offers a link only to people without an account, and to everyone if the provider gave no access', async () => {
    expect(textOf(await visitor(office.origin).get('/sign-in'))).to.include(
      'Si vous n’avez pas de compte d’entreprise, demandez un lien d’accès à votre administrateur.',
    );
    provider.claims = { groups: [] };
    expect(textOf(await came())).to.include('Demandez un lien d’accès à votre administrateur.');
  });

  it('gives the greater of two roles, in either order', async () => {
    for (const groups of [
      ['look', 'act'],
      ['act', 'look'],
    ])
      expect((await (await entered('u-1', 'awa', groups)).get('/')).text, groups.join()).to.include('gestionnaire');
  });

  it('refuses an id token that was signed with another key', async () => {
    provider.key = STRANGER.privateKey;
    expect((await came()).status).to.equal(403);
  });

  for (const [claim, wrong] of Object.entries({
    iss: ['http://evil.example', '', 1, null, ['http://evil.example']],
    aud: ['other', ['other'], '', 1, null, {}],
    exp: [1, '9999999999', null],
    iat: ['now', null],
    nonce: ['other', '', 1, null],
    sub: ['', 1, null, ['u-1'], { id: 'u-1' }],
    groups: [[], ['admin'], 'acting', 'ACT', 'look act', true, 1, null, { act: true }, [['act']]],
  }))
    it(`refuses an id token whose claim ${claim} is missing or wrong`, async () => {
      for (const value of [undefined, ...wrong]) {
        provider.claims = { groups: 'act', [claim]: value };
        const browser = visitor(office.origin);
        expect((await back(browser)).status, JSON.stringify(value)).to.equal(403);
        expect((await browser.get('/')).to).to.equal('/sign-in');
      }
    });

  // Proves: console-two-people
  it('uses an email as a name only if it is a text and the provider has verified it', async () => {
    const email = 'chef@example.ci';
    const cases = [
      [{ email, email_verified: true }, email],
      ...[undefined, false, null, 'true', 'false', 1, {}, [true]].map(
        (email_verified) => [{ email, email_verified }, 'awa'] as const,
      ),
      ...[undefined, null, 1, '', [email]].map((wrong) => [{ email: wrong, email_verified: true }, 'awa'] as const),
    ] as const;
    // The page lists all sessions, so each case has its own account.
    for (const [n, [claims, shown]] of cases.entries()) {
      provider.claims = { sub: `u-${100 + n}`, preferred_username: 'awa', groups: ['look'], ...claims };
      const browser = visitor(office.origin);
      await back(browser);
      expect(textOf(await browser.get('/session')), JSON.stringify(claims)).to.include(
        `${shown} (compte u-${100 + n})`,
      );
    }
  });

  it('refuses a response that this browser did not request, and one that was already used', async () => {
    const browser = visitor(office.origin);
    const { headers } = await browser.get('/sign-in/provider');
    expect(headers.getSetCookie().join(), 'kept for 10 minutes').to.match(/; SameSite=Lax; Max-Age=600$/);
    const state = await left(browser);
    expect((await back(visitor(office.origin), state)).status, 'another browser').to.equal(403);
    expect((await back(browser, 'other')).status, 'another state').to.equal(403);
    const again = await left(browser);
    const kept = new Map(browser.cookies);
    expect((await back(browser, again)).status).to.equal(200);
    const removed = [...kept.keys()].filter((name) => !browser.cookies.has(name));
    expect(removed, 'the stored state').to.not.deep.equal([]);
    expect((await back(browser, again)).status, 'twice').to.equal(403);
  });

  // Proves: console-two-people
  it('lets only another account, and no link, confirm an account’s proposal, even if names change', async () => {
    const confirmed = async (browser: Visitor, at: string): Promise<string> => {
      const { to } = await browser.send(at, { 'form-token': await tokenOf(browser) });
      return textOf(await browser.get(to ?? '/'));
    };
    const awa = await entered('u-1', 'awa');
    await awa.fill(pausing, pausing, { why: 'l’opérateur est en panne' });
    const renamed = await entered('u-1', 'awa.kone');
    const byLink = await office.signedIn('Awa Koné', 'act');
    const koffi = await entered('u-2', 'koffi');
    const [at = ''] = await confirmAt(koffi);

    expect((await renamed.get('/proposals')).text)
      .to.include('Retirer ma proposition')
      .and.not.to.include(at);
    expect((await byLink.get('/proposals')).text)
      .to.include('vient d’une personne connectée avec un compte d’entreprise')
      .and.not.to.include(at);
    for (const [browser, address, said] of [
      [renamed, at, 'Vous ne pouvez pas confirmer cette proposition'],
      [byLink, at, 'Vous ne pouvez pas confirmer cette proposition'],
      [byLink, at.replace('confirm', 'withdraw'), 'Vous ne pouvez pas retirer cette proposition'],
    ] as const)
      expect(await confirmed(browser, address)).to.include(said);
    expect((await awa.get('/')).text).not.to.include('Les paiements sont suspendus');
    expect(await confirmed(koffi, at)).to.include('awa (compte u-1), avec la confirmation de koffi (compte u-2)');

    // Likewise no account can confirm a proposal of a person who signed in with a link.
    await byLink.fill(pausing, pausing, { why: 'encore' });
    const { text } = await koffi.get('/proposals');
    expect(text).to.include('connectée par un lien').and.not.to.include('/confirm"');
  });

  // Proves: console-two-people
  it('shows the account beside the name, so that no chosen name reads like two people', async () => {
    await noProposals();
    for (const name of [
      'Awa, confirmed by Chef',
      'Awa avec Chef',
      'Awa », avec la confirmation de « Chef',
      'Awa", confirmed by "Chef',
      'Awa “, avec la confirmation de „ Chef',
    ]) {
      const forger = await entered('u-9', name);
      await forger.fill('/act/payment-resume/-', '/act/payment-resume/-');
      await forger.fill(pausing, pausing, { why: 'panne' });
      const chef = await entered('u-2', 'koffi');
      const [at = ''] = await confirmAt(chef);
      await chef.send(at, { 'form-token': await tokenOf(chef) });
      const shown = textOf(await chef.get('/'));
      expect(shown).to.include(`par « ${name.replaceAll(/["«»“„]/g, '·')} » (compte u-9)`);
      expect(shown.match(/» \(compte u-9\), avec la confirmation de/g)).to.have.length(1);
      expect(shown).to.include('(compte u-9), avec la confirmation de koffi (compte u-2)');
      expect(await office.store.paymentQueries.pause()).to.deep.include({
        by: name,
        account: { issuer: provider.issuer, subject: 'u-9' },
        confirmedBy: { name: 'koffi', issuer: provider.issuer, subject: 'u-2' },
      });
    }
  });

  it('removes invisible characters from a name, and uses another claim if the rest is empty', async () => {
    const shown = await entered('u-4', '\u202eawa\u200b\u0000\ufeff  kone\u2066');
    expect(textOf(await shown.get('/session'))).to.include('awa kone (compte u-4)');
    expect(textOf(await (await entered('u-5', '\u200b\u2060')).get('/session'))).to.include('u-5 (compte u-5)');
  });

  it('shortens an account that is a UUID, even if there is no other name', async () => {
    const sub = '5d1f0c3a-6b7e-4c2d-9a8b-0123456789ab';
    const named = await (await entered(sub, 'awa')).get('/session');
    expect(textOf(named)).to.include('awa (compte 5d1f0c3a…89ab)').and.to.not.include(sub);
    const unnamed = await (await entered(sub, '')).get('/session');
    expect(textOf(unnamed)).to.include('5d1f0c3a…89ab (compte 5d1f0c3a…89ab)').and.to.not.include(sub);
  });
});
