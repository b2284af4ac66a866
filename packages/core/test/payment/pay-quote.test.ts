import { payQuote } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { makeIntent } from '../../src/use-cases/payment/make-intent.ts';
import { PAYER, scenario } from '../scenario.ts';

const IN_PROGRESS = 'payment_in_progress';
const UNAVAILABLE = { code: 'payment_provider_unavailable' };

describe('payQuote', () => {
  it('opens a payment for the premium and the fee, which only the given number can confirm', async () => {
    const { pay, provider, status, quote } = await scenario();
    const payment = (await pay('05 05 06 07 08')).unwrap();
    expect(payment).to.include({ status: 'pending', amount: 120_225, fees: 1_203, payer: PAYER, failureReason: null });
    expect(provider.session(payment.id)).to.include({ amount: 121_428, payer: PAYER, state: 'open' });
    expect(payment.session?.url).to.equal(provider.session(payment.id).url);
    expect(await status()).to.include({ status: 'payment_pending', contractId: null });
    expect(payment.quoteId).to.equal(quote.id);
  });

  // Proves: pay-until-start-date
  it('is possible up to and including the start date', async () => {
    const onTheDay = await scenario({ startDate: day('2026-01-16') });
    onTheDay.clock.moveTo(at('2026-01-16T23:59:59.999Z'));
    expect((await onTheDay.pay()).isOk()).to.equal(true);
    const late = await scenario({ startDate: day('2026-01-16') });
    late.clock.moveTo(at('2026-01-17T00:00:00.000Z'));
    expect((await late.pay()).unwrapErr()).to.deep.equal({ code: 'quote_start_date_passed' });
    expect(late.provider.sessions()).to.deep.equal([]);
  });

  it('refuses a quote that does not exist', async () => {
    const { pay, provider } = await scenario();
    expect((await pay(PAYER, 'none')).unwrapErr()).to.deep.equal({ code: 'quote_not_found' });
    expect(provider.sessions()).to.deep.equal([]);
  });

  // Proves: incomplete-quotes
  it('refuses an old quote without a phone, which a certificate needs', async () => {
    const { pay, clock } = await scenario({ policyholder: { name: 'Awa Koné', phone: null } });
    clock.moveTo(at('2026-06-01T00:00:00.000Z'));
    expect((await pay()).unwrapErr()).to.deep.equal({ code: 'quote_incomplete' });
  });

  // Proves: paused-is-503
  it('opens nothing while payments are paused or the provider is known not to answer', async () => {
    const paused = await scenario();
    await paused.pausePayments();
    const broken = await scenario();
    broken.provider.accept(false);
    for (const { pay, status, provider } of [paused, broken]) {
      expect((await pay()).unwrapErr()).to.deep.equal({ code: 'payment_unavailable' });
      expect(provider.sessions()).to.deep.equal([]);
      expect((await status()).payment).to.equal(null);
    }
  });

  describe('with a failing provider', () => {
    // Proves: unknown-opening-searched
    it('adopts the session that the provider had opened if the answer was lost', async () => {
      const { pay, provider, status } = await scenario();
      provider.scriptNextOpening('answer lost');
      const payment = (await pay()).unwrap();
      expect(payment.session?.id).to.equal(provider.session(payment.id).id);
      expect((await status()).status).to.equal('payment_pending');
      expect(provider.sessions()).to.have.length(1);
    });

    // Proves: several-sessions
    it('gives the payer the older of two sessions and makes the other session unpayable', async () => {
      const { pay, provider, status, latestPayment, doWhatIsDue } = await scenario();
      provider.scriptNextOpening('doubled');
      const payment = (await pay()).unwrap();
      await doWhatIsDue();
      const [oldest, duplicate] = provider.sessions();
      expect(payment.session?.id).to.equal(oldest?.id);
      expect([oldest?.state, duplicate?.state]).to.deep.equal(['open', 'expired']);
      expect((await latestPayment()).id).to.equal(payment.id);
      expect((await status()).status).to.equal('payment_pending');
    });

    it('shows the payment as pending if it was paid before the answer', async () => {
      const { pay, provider, status, doWhatIsDue } = await scenario();
      provider.scriptNextOpening('paid at once');
      const payment = (await pay()).unwrap();
      expect(payment).to.include({ status: 'pending', completed: null });
      expect(payment.session?.url).to.be.a('string');
      await doWhatIsDue();
      expect((await status()).status).to.equal('pending');
    });
  });

  describe('called twice at once', () => {
    // Proves: second-caller-waits
    it('opens one payment, and refuses the second call with that payment’s id and URL', async () => {
      const { pay, provider } = await scenario();
      const release = provider.holdOpenings();
      const both = Promise.all([pay(), pay()]);
      release();
      const [first, second] = await both;
      const opened = [first, second].flatMap((each) => (each.isOk() ? [each.value] : []));
      const refused = [first, second].flatMap((each) => (each.isErr() ? [each.error] : []));
      expect(opened).to.have.length(1);
      const [{ id: paymentId, session } = expect.fail()] = opened;
      expect(refused).to.deep.equal([{ code: IN_PROGRESS, paymentId, paymentUrl: session?.url }]);
      expect(provider.sessions()).to.have.length(1);
    });

    // Proves: second-caller-waits
    it('makes the second call wait for the end of the first opening', async () => {
      const it = await scenario();
      const release = it.provider.holdOpenings();
      const pauses: number[] = [];
      const timer: typeof it.timer = {
        ...it.timer,
        pause: (milliseconds) => {
          if (pauses.push(milliseconds) === 3) release();
          return it.timer.pause(milliseconds);
        },
      };
      const command = { companyId: it.quote.companyId, quoteId: it.quote.id, phoneNumber: PAYER };
      const first = payQuote(it)(command);
      const second = (await payQuote({ ...it, timer })(command)).unwrapErr();
      release();
      const { id, session } = (await first).unwrap();
      expect(second).to.deep.equal({ code: IN_PROGRESS, paymentId: id, paymentUrl: session?.url });
      expect(new Set(pauses), 'milliseconds between two reads').to.deep.equal(new Set([200]));
    });

    // Proves: second-caller-waits
    it('gives both calls the same answer if the provider refuses', async () => {
      const { pay, provider } = await scenario();
      provider.scriptNextOpening('refused');
      const release = provider.holdOpenings();
      const both = Promise.all([pay(), pay()]);
      release();
      for (const each of await both) expect(each.unwrapErr()).to.deep.equal(UNAVAILABLE);
      expect(provider.sessions()).to.deep.equal([]);
    });
  });

  describe('after a process died during the opening', () => {
    // Proves: intent-committed-first
    it('shows the payment to no caller', async () => {
      const { dieWhileOpening, status } = await scenario();
      await dieWhileOpening({ sent: true });
      expect(await status()).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });
    });

    // Proves: dead-opening-resolved
    it('finds the session that the dead process had opened', async () => {
      const { dieWhileOpening, pay, provider, status } = await scenario();
      const { id: paymentId } = await dieWhileOpening({ sent: true });
      const answer = (await pay()).unwrapErr();
      expect(answer).to.deep.equal({ code: IN_PROGRESS, paymentId, paymentUrl: provider.session(paymentId).url });
      expect((await status()).status).to.equal('payment_pending');
    });

    // Proves: dead-opening-resolved
    it('takes the opening over after 30 seconds, not before', async () => {
      const it = await scenario();
      const command = { companyId: it.quote.companyId, quoteId: it.quote.id, payer: PAYER };
      const { payment } = (await makeIntent(it)(command)).unwrap();
      expect(payment).to.deep.include({ notifications: 0, due: { at: it.clock.now(), attempts: 0 } });
      const statusAfter = async (seconds: number) => {
        await it.store.passRealTime(seconds);
        await it.doWhatIsDue();
        return (await it.paymentCalled(payment.id))?.status;
      };
      expect([await statusAfter(29), await statusAfter(1)]).to.deep.equal(['opening', 'failed']);
    });
  });
});
