import { done, payQuote, unknown, type MobileMoney } from '@vehicle-insurance/core';
import { providersOf } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { PAYER, scenario, type Scenario } from '../scenario.ts';

const UNAVAILABLE = { code: 'payment_provider_unavailable' };

/** A call to pay whose process asks the provider in its own way. */
const payThrough = (it: Scenario, change: Partial<MobileMoney>) =>
  payQuote({ ...it, providers: providersOf({ ...it.provider, ...change }) })({
    companyId: it.quote.companyId,
    quoteId: it.quote.id,
    phoneNumber: PAYER,
  });

describe('an opening that is answered after its lease has ended', () => {
  it('answers what the one who took over has found, not what it heard itself', async () => {
    const it = await scenario();
    // It stands still after the provider has refused; meanwhile its lease ends and a sweep closes the attempt.
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

  it('never says 502 while the attempt is still open for somebody to find a session', async () => {
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
    // Nobody had taken over: it ended the attempt itself, by looking, and the quote was free for one of its own.
    expect(answer.isOk() && answer.value.status).to.equal('pending');
    expect(it.provider.sessions()).to.have.length(1);
    expect((await it.status()).status).to.equal('payment_pending');
  });
});

describe('a session', () => {
  it('without an address is none, though the provider has answered', async () => {
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
  });

  it('that never had an address is none when it is over, too', async () => {
    const it = await scenario();
    const { id } = await it.dieWhileOpening({ sent: true });
    it.provider.put(id, { url: null, state: 'expired' });
    await it.doWhatIsDue();
    expect(await it.latestPayment()).to.include({ id, status: 'failed', failureReason: 'provider_unavailable' });
  });
});

describe('an opening whose answer settled nothing', () => {
  // Proves: openings-answers-kept
  it('keeps what the provider said to it, and to the search that followed', async () => {
    const it = await scenario();
    const answer = await payThrough(it, {
      open: async () => unknown('the answer cannot be understood', { body: { code: '624' } }),
      search: async () => done([], { body: { code: '404' } }),
    });
    expect(answer.unwrapErr()).to.deep.equal(UNAVAILABLE);
    const { id } = await it.latestPayment();
    const { history = [] } = (await it.paymentQueries.find(id)) ?? {};
    expect(history.at(-1)).to.deep.include({
      to: 'failed',
      why: 'the answer cannot be understood; no session found',
      evidence: { opening: { body: { code: '624' } }, search: { body: { code: '404' } } },
    });
  });
});

describe('a search for a session whose opening was not answered', () => {
  for (const [arrives, searches] of [
    [0, 1],
    [5_000, 11],
    [5_001, 11],
  ] as const)
    it(`goes on every half second for five seconds: a session that is there after ${arrives} ms`, async () => {
      const it = await scenario();
      const began = it.timer.elapsed();
      const asked: number[] = [];
      const answer = await payThrough(it, {
        open: (request) => {
          it.provider.scriptNextOpening('answer lost');
          return it.provider.open(request);
        },
        search: async (reference) => {
          asked.push(it.timer.elapsed() - began);
          return it.timer.elapsed() - began >= arrives ? it.provider.search(reference) : done([]);
        },
      });
      expect(asked).to.deep.equal(Array.from({ length: searches }, (_, index) => index * 500));
      expect(answer.isOk()).to.equal(arrives <= 5_000);
    });
});
