import { collectedErrors, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { openIdProvider } from '../src/sign-in/openid.ts';
import { officeWithProvider } from './office.ts';
import type { SmallProvider } from './small-provider.ts';
import { textOf, tokenOf, type Visitor } from './visitor.ts';

describe('the role of a console session from an OpenID Connect provider', () => {
  const { provider, office, entered } = officeWithProvider();

  const back = (browser: Visitor, state?: string) => provider.comeBack(browser, state);

  const pass = (minutes: number) => office.access.passRealTime(minutes * 60);
  const resuming = '/act/payment-resume/-';
  const resume = async (browser: Visitor, token: string) => browser.send(resuming, { 'form-token': token });
  const removeRole = () => {
    provider.claims = { ...provider.claims, groups: [] };
  };

  for (const [offered, offers, leavesOut] of [
    ['a refresh token', { refresh: true, userInfo: true }, []],
    ['a refresh token that stays the same', { refresh: true, userInfo: false }, ['refresh_token']],
    ['a refresh token, and id tokens without the role', { refresh: true, userInfo: true }, ['claims']],
    ['a refresh token, and no further id token', { refresh: true, userInfo: true }, ['id_token']],
    ['user information alone', { refresh: false, userInfo: true }, []],
  ] as const)
    // Proves: console-role-checked
    it(`is checked every 15 minutes by ${offered}, and its removal ends the session`, async () => {
      Object.assign(provider, { offers, leavesOut });
      const awa = await entered('u-1', 'awa');
      const token = await tokenOf(awa);
      provider.checks = 0;
      await pass(14);
      expect((await resume(awa, token)).status).to.equal(303);
      expect(provider.checks).to.equal(0);
      await pass(2);
      for (let round = 0; round < 3; round += 1) {
        if (round > 0) await pass(16);
        expect((await resume(awa, token)).status, `round ${round}`).to.equal(303);
        expect(provider.checks, `round ${round}`).to.be.greaterThan(round);
      }
      removeRole();
      await pass(14);
      expect((await resume(awa, token)).status).to.equal(303);
      await pass(2);
      expect((await resume(awa, token)).status).to.equal(403);
      expect((await awa.get('/')).to).to.equal('/sign-in');
      const [line] = await office.access.history.latest(1);
      expect(line).to.include({ what: 'session', done: 'role_removed', by: null });
      expect(line?.['about']).to.include({ name: 'awa', subject: 'u-1' });
    });

  it('changes when the provider gives another role', async () => {
    const awa = await entered('u-1', 'awa');
    const token = await tokenOf(awa);
    provider.claims = { ...provider.claims, groups: ['look'] };
    await pass(16);
    expect((await resume(awa, token)).status).to.equal(403);
    expect((await awa.get('/')).text).to.include('consultation');
  });

  it('is checked once for several concurrent requests, and each refresh token is used once', async () => {
    provider.offers = { refresh: true, userInfo: true };
    const awa = await entered('u-1', 'awa');
    for (let round = 0; round < 2; round += 1) {
      provider.checks = 0;
      await pass(16);
      const seen = await Promise.all(Array.from({ length: 6 }, () => awa.get('/')));
      expect(seen.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
      expect(provider.checks).to.equal(1);
    }
  });

  // Proves: console-role-checked
  it('allows no action while the provider is unavailable, no page after an hour, and both when it is back', async () => {
    const awa = await entered('u-1', 'awa');
    const token = await tokenOf(awa);
    provider.isDown = true;
    for (const minutes of [16, 25, 18]) {
      await pass(minutes);
      const refused = await resume(awa, token);
      expect(refused.status).to.equal(503);
      expect(refused.text).to.include('Rien n’a été modifié');
      expect((await awa.get('/')).text).to.include('consultation');
    }
    await pass(2);
    for (const page of ['/', '/company', '/session', '/act/payment-pause/-']) {
      const refused = await awa.get(page);
      expect(refused.status, page).to.equal(503);
      expect(textOf(refused), page).to.include('depuis plus d’une heure').and.not.to.include('consultation');
    }
    expect((await resume(awa, token)).status).to.equal(503);
    provider.isDown = false;
    await pass(1);
    expect((await awa.get('/')).status).to.equal(200);
    expect((await resume(awa, token)).status).to.equal(303);
    provider.isDown = true;
    for (const minutes of [25, 25, 12]) {
      await pass(minutes);
      await awa.get('/');
    }
    expect((await awa.send('/sign-out', { 'form-token': token })).to).to.equal('/sign-in');
  });

  const BY_TOKEN = { refresh: true, userInfo: false };
  const BY_USER_INFO = { refresh: false, userInfo: true };
  const checkedWith = async (offers: typeof BY_TOKEN, refusal: SmallProvider['refusal']): Promise<Visitor> => {
    provider.refusal = undefined;
    provider.offers = offers;
    const awa = await entered('u-1', 'awa');
    await pass(16);
    provider.refusal = refusal;
    return awa;
  };

  // Proves: console-role-checked
  it('ends with the session when the provider refuses its tokens, with any status and error', async () => {
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
      for (const challenge of [undefined, 'Bearer realm="tokens"']) {
        const awa = await checkedWith(offers, refusal);
        provider.challenge = challenge;
        expect((await awa.get('/')).to, JSON.stringify({ refusal, challenge })).to.equal('/sign-in/provider');
        provider.refusal = undefined;
        expect((await awa.get('/')).to, `${JSON.stringify(refusal)}, later`).to.equal('/sign-in');
      }
    }
  });

  it('allows no action when the provider’s answer is about another person, issuer or audience', async () => {
    for (const offers of [BY_TOKEN, BY_USER_INFO])
      for (const wrong of [
        ...[{ sub: 'u-2' }, { sub: undefined }, { sub: ['u-1'] }, { iss: 'http://evil.example' }, { iss: 1 }],
        ...(offers.refresh ? [{ aud: 'other' }, { aud: undefined }, { exp: 1 }, { exp: undefined }] : []),
      ]) {
        provider.offers = offers;
        const awa = await entered('u-1', 'awa');
        const token = await tokenOf(awa);
        provider.claims = { ...provider.claims, ...wrong };
        await pass(16);
        expect((await resume(awa, token)).status, JSON.stringify(wrong)).to.be.oneOf([403, 503]);
      }
  });

  it('only allows viewing pages while the provider is unavailable or refuses the console’s own client', async () => {
    for (const [offers, refusal] of [
      ...[408, 429, 500, 503].flatMap((status) =>
        [BY_TOKEN, BY_USER_INFO].flatMap((each) => [
          [each, { status }] as const,
          [each, { status, error: 'temporarily_unavailable' }] as const,
        ]),
      ),
      ...[400, 401].map((status) => [BY_TOKEN, { status, error: 'invalid_client' }] as const),
    ] as const) {
      const awa = await checkedWith(offers, refusal);
      // Of the console's own client, whichever credentials are demanded.
      for (const challenge of refusal.status < 404 ? [undefined, 'Basic realm="tokens"'] : [undefined]) {
        provider.challenge = challenge;
        expect((await awa.get('/')).text, JSON.stringify({ refusal, challenge })).to.include('consultation');
        await pass(1);
      }
    }
  });

  it('is checked with the latest refresh token, even if the rest of the previous check failed', async () => {
    Object.assign(provider, { offers: { refresh: true, userInfo: true }, leavesOut: ['claims'] });
    const awa = await entered('u-1', 'awa');
    for (const status of [503, 404]) {
      await pass(16);
      provider.refusal = { status, at: '/userinfo' };
      expect((await awa.get('/')).text, `${status}`).to.include('consultation');
      provider.refusal = undefined;
      await pass(1);
      expect((await resume(awa, await tokenOf(awa))).status, `${status}`).to.equal(303);
    }
  });

  it('is checked again after a check that has failed inside the console', async () => {
    const awa = await entered('u-1', 'awa');
    await pass(16);
    const { claimCheck } = office.access.sessions;
    const broken = { claimCheck: () => Promise.reject(new Error('the store is gone')) };
    Object.assign(office.access.sessions, broken);
    expect((await awa.get('/')).status).to.equal(500);
    Object.assign(office.access.sessions, { claimCheck });
    expect((await awa.get('/')).status).to.equal(200);
  });

  it('is checked with a provider that was down at first and offers no user information', async () => {
    Object.assign(provider, { isDown: true, offersUserInfo: false });
    const { issuer } = provider;
    const errorReporter = collectedErrors();
    const client = { clientId: 'console', clientSecret: 'secret', roleClaim: 'groups', back: `${office.origin}/` };
    const asked = openIdProvider({ issuer, ...client, errorReporter });
    const check = () => asked.check('{"accessToken":"x"}', { issuer, subject: 'u-1' });
    const timers = await timersDuring(async () => expect((await check()).found).to.equal('unknown'));
    expect(timers, 'it waits 5 seconds for a response').to.include(5_000);
    provider.isDown = false;
    expect((await check()).found).to.equal('sign_in_again');
  });

  it('is checked by a new sign-in if the provider gave nothing else to check it with', async () => {
    provider.offers = { refresh: false, userInfo: false };
    const awa = await entered('u-1', 'awa');
    await pass(14);
    expect((await awa.get('/')).status).to.equal(200);
    await pass(2);
    expect((await awa.get('/')).to).to.equal('/sign-in/provider');
    await back(awa);
    expect((await awa.get('/')).status).to.equal(200);
  });
});
