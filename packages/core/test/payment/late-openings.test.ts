import { done, refused, unknown, type Claim, type MobileMoney, type Payment } from '@vehicle-insurance/core';
import { freshId, providersOf, ROUTINE_PAYMENTS, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { searchForAWhile } from '../../src/use-cases/payment/ask-provider.ts';
import { reconcilePayment } from '../../src/use-cases/payment/reconcile-payment.ts';
import { recordOpening } from '../../src/use-cases/payment/record-opening.ts';
import { payThrough, scenario, type Scenario } from '../scenario.ts';

const UNAVAILABLE = { code: 'payment_provider_unavailable' };

describe('an opening that is answered after its lease has ended', () => {
  it('returns the result of the worker that took over instead of its own answer', async () => {
    const it = await scenario();
    // The opening pauses after the provider's refusal. In the meantime, its lease ends and a job closes the payment.
    const answer = await payThrough(it, {
      open: async (request) => {
        it.provider.scriptNextOpening('refused');
        const refusal = await it.provider.open(request);
        await it.store.endLeases();
        await it.doWhatIsDue();
        return refusal;
      },
    });
    expect(answer.unwrapErr()).to.deep.equal(UNAVAILABLE);
    expect(await it.latestPayment()).to.include({ status: 'failed', failureReason: 'provider_unavailable' });
  });

  it('has its session made unpayable at once if the payment was closed in the meantime', async () => {
    const it = await scenario();
    const answer = await payThrough(it, {
      open: async (request) => {
        await it.store.endLeases();
        await it.doWhatIsDue();
        return it.provider.open(request);
      },
    });
    expect(answer.unwrapErr()).to.deep.equal(UNAVAILABLE);
    const { id, status, session } = await it.latestPayment();
    expect([status, session?.id]).to.deep.equal(['failed', it.provider.session(id).id]);
    await it.doWhatIsDue();
    expect(it.provider.session(id).state).to.equal('expired');
  });

  it('never returns that the provider is unavailable while the payment is open and a session may be found', async () => {
    const it = await scenario();
    let refusals = 0;
    const answer = await payThrough(it, {
      open: async (request) => {
        if (refusals > 0) return it.provider.open(request);
        refusals += 1;
        it.provider.scriptNextOpening('refused');
        const refusal = await it.provider.open(request);
        await it.store.endLeases();
        return refusal;
      },
    });
    // No other worker had taken over. The call searched, ended the first payment itself, and could open another
    // payment.
    expect(answer.isOk() && answer.value.status).to.equal('pending');
    expect(it.provider.sessions()).to.have.length(1);
    expect((await it.status()).status).to.equal('payment_pending');
  });
});

describe('a session', () => {
  // Proves: session-without-address
  it('without a URL counts as not opened although the provider has answered', async () => {
    const it = await scenario();
    const answer = await payThrough(it, {
      open: async (request) => {
        const opened = await it.provider.open(request);
        it.provider.put(request.reference, { url: null });
        return opened.outcome === 'done' ? { ...opened, value: { ...opened.value, url: null } } : opened;
      },
    });
    expect(answer.unwrapErr()).to.deep.equal(UNAVAILABLE);
    expect(await it.latestPayment()).to.include({ failureReason: 'provider_unavailable', session: null });
    expect((await it.latestPayment()).due).to.not.equal(null);
    const { history = [] } = (await it.paymentQueries.find((await it.latestPayment()).id)) ?? {};
    expect(history.at(-1)?.why).to.deep.equal({ code: 'no_session_found' });
  });
});

describe('two workers that find the same sessions', () => {
  const openTwice = async (it: Scenario, { id: reference, payer }: Payment) => {
    it.provider.scriptNextOpening('doubled');
    await it.provider.open({ reference, amount: 121_428, payer });
  };
  const everything = async (it: Scenario) => {
    const all = await it.paymentQueries.list({}, 10);
    return Promise.all(all.map(({ payment }) => it.paymentQueries.find(payment.id)));
  };

  // Proves: several-sessions
  it('record the chosen session of an opening and its duplicate once', async () => {
    const it = await scenario();
    const intended = await it.dieWhileOpening({ sent: false });
    await openTwice(it, intended);
    const claim = await it.claimWork(ROUTINE_PAYMENTS);
    const found = { ...(await searchForAWhile(it, intended)), evidence: { status: 200 } };
    const first = await recordOpening(it)(intended, found, { ...claim, lease: 'lost long ago' });
    const recorded = await everything(it);
    const whys = recorded.map((each) => each?.history.at(-1)?.why);
    expect(whys).to.have.deep.members([{ code: 'session_opened' }, { code: 'second_session' }]);
    const second = await recordOpening(it)(intended, found, claim);
    expect(second).to.deep.equal(first);
    expect(await everything(it)).to.deep.equal(recorded);
  });

  it('record the refusal of an opening that the provider refuses', async () => {
    const it = await scenario();
    it.provider.scriptNextOpening('refused');
    await it.pay();
    const { id, failureReason: reason } = await it.latestPayment();
    const { history = [] } = (await it.paymentQueries.find(id)) ?? {};
    expect(history.at(-1)).to.deep.include({ to: 'failed', why: { code: 'opening_refused', reason } });
  });

  // Proves: several-sessions
  it('record all sessions of an opening, even if the slower worker finds more', async () => {
    const it = await scenario();
    const intended = await it.dieWhileOpening({ sent: false });
    await openTwice(it, intended);
    const claim = await it.claimWork(ROUTINE_PAYMENTS);
    const both = await searchForAWhile(it, intended);
    if (both.outcome !== 'done') throw new Error('nothing was found');
    const [oldest, other] = [both.value.own, both.value.duplicates[0]];
    if (!other) throw new Error('one session was found');
    await recordOpening(it)(intended, done({ own: other, duplicates: [] }), claim);
    await recordOpening(it)(intended, both, { ...claim, lease: 'lost long ago' });
    expect((await it.latestPayment()).session?.id).to.equal(other.id);
    await it.pass({ minutes: 1 });
    expect([oldest, other].map(({ id }) => it.provider.session(id).state)).to.deep.equal(['expired', 'open']);
  });

  // Proves: several-sessions
  it('record the chosen session of a failed payment and its duplicate once', async () => {
    const it = await scenario();
    it.provider.scriptNextOpening('request lost');
    await it.pay();
    const failed = await it.latestPayment();
    await openTwice(it, failed);
    const { companyId, id } = failed;
    const claim: Claim = { kind: 'payments', companyId, id, lease: 'lost long ago', attempt: 1 };
    const search: MobileMoney['search'] = async (reference) => {
      const found = await it.provider.search(reference);
      await reconcilePayment(it)(claim);
      return found;
    };
    await reconcilePayment({ ...it, providers: providersOf({ ...it.provider, search }) })(claim);
    expect(await everything(it)).to.have.length(2);
    await it.pass({ minutes: 1 });
    expect(it.provider.sessions().map(({ state }) => state)).to.deep.equal(['expired', 'expired']);
    expect((await it.latestPayment()).id).to.equal(id);
  });
});

describe('an opening that was refused although a notification announces its session', () => {
  for (const arrives of ['before', 'after'] as const)
    it(`returns the same answer when the request is repeated, even if the notification came ${arrives} the refusal`, async () => {
      const it = await scenario();
      const id = freshId();
      const open: MobileMoney['open'] = async (request) => {
        await it.provider.open(request);
        if (arrives === 'before') await it.notify(request.reference);
        return refused('payer_blocked', { status: 403 });
      };
      await payThrough(it, { open }, id);
      if (arrives === 'after') await it.notify(id);
      await it.doWhatIsDue();
      expect((await it.latestPayment()).session).to.not.equal(null);
      expect((await payThrough(it, {}, id)).unwrapErr()).to.deep.equal(UNAVAILABLE);
    });
});

describe('an opening without a usable answer', () => {
  // Proves: opening-responses-kept
  it('stores the provider’s answers to the opening and to the following search', async () => {
    const it = await scenario();
    const answer = await payThrough(it, {
      open: async () => unknown(NO_ANSWER, { body: { code: '624' } }),
      search: async () => done([], { body: { code: '404' } }),
    });
    expect(answer.unwrapErr()).to.deep.equal(UNAVAILABLE);
    const { id } = await it.latestPayment();
    const { history = [] } = (await it.paymentQueries.find(id)) ?? {};
    expect(history.at(-1)).to.deep.include({
      to: 'failed',
      why: { code: 'several', problems: [NO_ANSWER, { code: 'no_session_found' }] },
      evidence: { opening: { body: { code: '624' } }, search: { body: { code: '404' } } },
    });
  });
});

describe('the search after an unanswered opening', () => {
  /** Returns when each search began, in milliseconds after the opening, and what the caller was answered. */
  const searchWith = async (search: (it: Scenario, passed: number, reference: string) => Searched) => {
    const it = await scenario();
    const began = it.timer.elapsed();
    const times: number[] = [];
    const answer = await payThrough(it, {
      open: (request) => {
        it.provider.scriptNextOpening('answer lost');
        return it.provider.open(request);
      },
      search: (reference) => {
        const passed = it.timer.elapsed() - began;
        times.push(passed);
        return search(it, passed, reference);
      },
    });
    return { times, answer };
  };
  type Searched = ReturnType<MobileMoney['search']>;

  for (const [arrives, searches] of [
    [0, 1],
    [5_000, 11],
    [5_001, 11],
  ] as const)
    it(`runs every half second for five seconds: a session found after ${arrives} ms`, async () => {
      const { times, answer } = await searchWith(async (it, passed, reference) =>
        passed >= arrives ? it.provider.search(reference) : done([]),
      );
      expect(times).to.deep.equal(Array.from({ length: searches }, (_, index) => index * 500));
      expect(answer.isOk()).to.equal(arrives <= 5_000);
    });

  for (const [retryAfter, expected] of [
    [null, [0, 1_000, 3_000]],
    [0, [0, 1_000, 3_000]],
    [2_500, [0, 2_500]],
  ] as const)
    it(`waits twice as long after each answer that the provider is overloaded, but at least Retry-After (${retryAfter ?? 'absent'})`, async () => {
      const { times } = await searchWith(async () => unknown(NO_ANSWER, undefined, { retryAfter }));
      expect(times).to.deep.equal(expected);
    });
});
