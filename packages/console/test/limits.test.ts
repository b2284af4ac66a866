import type Router from '@koa/router';
import { collectedErrors, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Access } from '../src/access/open-access.ts';
import { pageBounds } from '../src/pages/what-if-within.ts';
import { openIdProvider } from '../src/sign-in/openid.ts';
import { signIn } from '../src/sign-in/sign-in.ts';
import type { Cookies } from '../src/web/cookies.ts';

type Handler = (ctx: { readonly redirect: () => void }) => Promise<void>;

describe('the console', () => {
  it('stores the data of a sign-in at the provider for 10 minutes', async () => {
    const handlers = new Map<string, Handler>();
    const router = { get: (path: string, handler: Handler) => handlers.set(path, handler), post: () => undefined };
    const kept: unknown[] = [];
    const provider = {
      begin: async () => ({ to: 'https://id.example', kept: 'a secret' }),
      end: async () => undefined,
      check: async () => ({ found: 'unknown' as const }),
    };
    signIn(router as unknown as Router, {
      access: {} as Access,
      jar: { get: () => undefined, set: (...cookie) => void kept.push(cookie.slice(2)), remove: () => undefined },
      origin: 'https://console.example',
      provider: provider as unknown as Parameters<typeof signIn>[1]['provider'],
      placeOf: () => ({ address: '', browser: '' }),
    } satisfies Parameters<typeof signIn>[1] & { readonly jar: Cookies });
    await handlers.get('/sign-in/provider')?.({ redirect: () => undefined });
    expect(kept).to.deep.equal([['a secret', { lax: true, seconds: 600 }]]);
  });

  it('waits 5 seconds for a response of the identity provider', async () => {
    const provider = openIdProvider({
      ...{ issuer: 'http://127.0.0.1:1', clientId: 'console', clientSecret: 'secret', roleClaim: 'groups' },
      ...{ back: 'https://console.example/sign-in/back', errorReporter: collectedErrors() },
    });
    expect(await timersDuring(() => provider.begin().catch(() => undefined))).to.include(5_000);
  });

  it('simulates a catalogue for 8 seconds at most', () =>
    timersDuring(async () => {
      expect(pageBounds().until - performance.now()).to.be.closeTo(8_000, 0.001);
    }));
});
