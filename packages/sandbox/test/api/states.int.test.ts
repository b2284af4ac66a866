import { expect } from 'chai';
import { apiWorld, daysAfter, secondsAfter, type World } from './world.ts';

describe('the state tables', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  describe('of a quote', () => {
    // Proves: quote-begins-awaiting-payment, quote-status, no-payment-before-attempt
    it('begin with awaiting_payment, without contract or payment', async () => {
      const { id, ...quote } = await world.quote();
      expect(quote).to.include({ status: 'awaiting_payment', contractId: null });
      expect(await world.standing(id)).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });
    });

    // Proves: payment-fields, quote-to-payment-pending
    it('go to payment_pending when a payment is opened, with where the payer confirms', async () => {
      const { id } = await world.quote();
      const payment = await world.opened(id);
      expect(await world.standing(id)).to.deep.equal({ status: 'payment_pending', contractId: null, payment });
      expect(payment).to.include({ status: 'pending', completed: null, failureReason: null, refund: null });
      expect(payment.paymentUrl).to.match(/^http/);
    });

    // Proves: quote-to-pending
    it('go to pending when the payer confirms, with a contract of that id', async () => {
      const { id } = await world.quote();
      const { id: paymentId, paymentUrl } = await world.opened(id);
      expect(await world.confirm(paymentUrl)).to.equal(200);
      const { status, contractId, payment } = await world.stands(id, ({ contractId }) => contractId !== null);
      expect([status, payment?.status, payment?.paymentUrl]).to.deep.equal(['pending', 'succeeded', null]);
      const contract = await world.contract(contractId);
      expect(contract).to.include({ id: contractId, paymentId, status: 'pending' });
      expect(contract.policyNumber).to.be.a('string');
    });

    // Proves: quote-back-after-failure, pay-again-after-failure
    it('go back to awaiting_payment when the provider reports a failure, and can be paid again', async () => {
      const { id } = await world.quote();
      const first = await world.opened(id);
      expect(await world.refuse(first.paymentUrl)).to.equal(402);
      const { payment } = await world.stands(id, ({ status }) => status === 'awaiting_payment');
      expect(payment).to.include({ id: first.id, status: 'failed', failureReason: 'declined', paymentUrl: null });
      expect(payment?.completed).to.be.a('string');
      expect(await world.confirm(first.paymentUrl)).to.equal(409);
      const second = await world.opened(id, '0700004321');
      expect(second.id).to.not.equal(first.id);
      expect((await world.standing(id)).payment?.id).to.equal(second.id);
    });

    // Proves: quote-back-after-30-minutes
    it('go back to awaiting_payment when the payer does not confirm within 30 minutes', async () => {
      const { id } = await world.quote();
      const { created } = await world.opened(id);
      await world.clock.move({ now: secondsAfter(created, 30 * 60 - 20) });
      expect((await world.standing(id)).status).to.equal('payment_pending');
      await world.clock.move({ now: secondsAfter(created, 30 * 60 + 5) });
      const { status, payment } = await world.standing(id);
      expect([status, payment?.status, payment?.failureReason]).to.deep.equal([
        'awaiting_payment',
        'failed',
        'expired',
      ]);
    });

    // Proves: quote-stays-when-opening-fails
    it('stay at awaiting_payment when the provider cannot open the payment, and the attempt is recorded', async () => {
      const { id } = await world.quote();
      expect((await world.pay(id, '0500000002')).status).to.equal(502);
      const { status, contractId, payment } = await world.standing(id);
      expect([status, contractId, payment?.status]).to.deep.equal(['awaiting_payment', null, 'failed']);
      expect((await world.pay(id)).status).to.equal(201);
    });
  });

  describe('of a payment', () => {
    // Proves: payment-states
    it('leave no way from succeeded', async () => {
      const { id } = await world.quote();
      const { paymentUrl } = await world.opened(id);
      await world.confirm(paymentUrl);
      const { payment } = await world.stands(id, (now) => now.payment?.status === 'succeeded');
      expect([await world.refuse(paymentUrl), await world.confirm(paymentUrl)]).to.deep.equal([409, 409]);
      await world.clock.advance('P2D');
      expect((await world.standing(id)).payment).to.deep.equal(payment);
    });

    // Proves: payment-states
    it('leave no way from failed', async () => {
      const { id } = await world.quote();
      const { paymentUrl } = await world.opened(id);
      await world.refuse(paymentUrl);
      const { payment } = await world.stands(id, (now) => now.payment?.status === 'failed');
      await world.confirm(paymentUrl);
      await world.clock.advance('P2D');
      expect((await world.standing(id)).payment).to.deep.equal(payment);
    });
  });

  describe('of a contract and its certificate', () => {
    // Proves: paid-quote-follows-contract, contract-states
    it('go from pending to started on the first day and to expired after the last, when it is issued', async () => {
      const startDate = daysAfter(await world.clock.today(), 3);
      const { quoteId, contract } = await world.insured({ startDate, duration: 3 });
      expect(contract).to.include({ status: 'pending', startDate });
      await world.contractIs(contract.id, ({ certificateStatus }) => certificateStatus === 'issued');
      await world.clock.move({ now: `${daysAfter(startDate, -1)}T23:59:00Z` });
      expect((await world.contract(contract.id)).status).to.equal('pending');
      await world.clock.advance('PT11M');
      const status = async () => [(await world.contract(contract.id)).status, (await world.standing(quoteId)).status];
      expect(await status()).to.deep.equal(['started', 'started']);
      await world.clock.move({ now: `${contract.endDate}T23:59:00Z` });
      expect(await status()).to.deep.equal(['started', 'started']);
      await world.clock.advance('PT11M');
      expect(await status()).to.deep.equal(['expired', 'expired']);
      await world.clock.advance('P30D');
      expect(await status()).to.deep.equal(['expired', 'expired']);
    });

    // Proves: contract-starts-and-expires
    it('start a contract on its first day when the certificate comes only then', async () => {
      const today = await world.clock.nextMorning();
      const { contract } = await world.insured({ startDate: today, policyHolderPhone: '0700000015' });
      expect(contract).to.include({ status: 'pending', certificateStatus: 'pending', startDate: today });
      await world.clock.advance('PT2H');
      expect(await world.contract(contract.id)).to.include({ status: 'started', certificateStatus: 'issued' });
    });

    // Proves: contract-starts-and-expires
    it('leave a contract pending for ever when its certificate never comes', async () => {
      const today = await world.clock.nextMorning();
      const { quoteId, contract } = await world.insured({
        startDate: today,
        duration: 3,
        policyHolderPhone: '0700000011',
      });
      expect(contract).to.include({ certificateStatus: 'pending', certificate: null });
      expect(contract.documents).to.deep.equal({ certificateImageUrl: null, contractDocumentUrl: null });
      await world.clock.move({ now: `${daysAfter(contract.endDate, 5)}T12:00:00Z` });
      const late = await world.contract(contract.id);
      expect(late).to.include({ status: 'pending', certificateStatus: 'failed', certificate: null });
      expect((await world.standing(quoteId)).status).to.equal('pending');
    });
  });
});
