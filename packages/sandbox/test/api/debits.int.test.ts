import { closePayment } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, secondsAfter, type PaymentBody, type StandingBody, type World } from './world.ts';

/** A payer whose debit ends two minutes after the session. */
const SLOW_PAYER = '0500000016';

interface Slow {
  readonly payment: PaymentBody;
  readonly quoteId: string;
  readonly standing: () => Promise<StandingBody>;
  readonly moveTo: (minutes: number) => Promise<string>;
  /** What the provider says of the session now, and what it has done. */
  readonly session: () => Promise<readonly [checkout: string, payment: unknown, events: readonly string[]]>;
  /** The money it has given back. */
  readonly refunds: () => Promise<readonly string[]>;
}

const slowPayment = async (world: World): Promise<Slow> => {
  const { id: quoteId } = await world.quote();
  const payment = await world.opened(quoteId, SLOW_PAYER);
  const found = async () => {
    const [session, ...more] = await world.sessions(payment.id);
    if (!session || more.length > 0) throw new Error('expected one session');
    return session;
  };
  return {
    payment,
    quoteId,
    standing: () => world.standing(quoteId),
    moveTo: (minutes) => world.clock.move({ now: secondsAfter(payment.created, minutes * 60) }),
    session: async () => {
      const { checkout_status, payment_status, states } = await found();
      return [checkout_status, payment_status, states.map(({ event }) => event)];
    },
    refunds: async () => (await found()).refunds.map(({ amount }) => amount),
  };
};

const confirmedBeforeTheEnd = async (world: World): Promise<Slow> => {
  const slow = await slowPayment(world);
  await slow.moveTo(29.5);
  expect(await world.confirm(slow.payment.paymentUrl)).to.equal(200);
  return slow;
};

describe('0016, whose debit outlives the session', function () {
  this.timeout(60_000);
  let world: World;

  describe('with the sandbox’s configuration, in which `processing` says nothing', () => {
    before(async () => {
      world = await apiWorld();
    });
    after(() => world.stop());

    // Proves: processing-is-configured, payer-0016
    it('has failed as expired at the end of its window, and is given back once the debit ends', async () => {
      const { payment, standing, moveTo, session, refunds, quoteId } = await confirmedBeforeTheEnd(world);
      expect((await standing()).status).to.equal('payment_pending');
      expect((await session()).slice(0, 2)).to.deep.equal(['open', 'processing']);

      await moveTo(30.5);
      const failed = await standing();
      expect([failed.status, failed.contractId]).to.deep.equal(['awaiting_payment', null]);
      expect(failed.payment).to.include({ status: 'failed', failureReason: 'expired', refund: null });
      expect((await session()).slice(0, 2)).to.deep.equal(['expired', 'processing']);

      await moveTo(37);
      const { contractId, payment: after } = await standing();
      expect([contractId, after?.status, after?.failureReason]).to.deep.equal([null, 'failed', 'expired']);
      expect(after?.refund).to.include({ status: 'done', amount: payment.chargedAmount });
      const events = ['created', 'processing', 'expired', 'paid'];
      expect(await session()).to.deep.equal(['expired', 'succeeded', events]);
      expect(await refunds()).to.deep.equal([String(payment.chargedAmount)]);
      await world.clock.advance('P2D');
      expect(await refunds()).to.have.length(1);
      expect((await world.opened(quoteId)).status).to.equal('pending');
    });

    it('is given back also when an operator closed it while the debit was under way', async () => {
      const { payment, standing, moveTo, refunds } = await slowPayment(world);
      await moveTo(5);
      expect(await world.confirm(payment.paymentUrl)).to.equal(200);
      const { context } = world.operator;
      const { ports } = await context();
      (await closePayment(ports)({ paymentId: payment.id, why: 'the payer asked', by: 'a test' })).unwrap();
      await moveTo(40);
      expect((await standing()).payment).to.include({ status: 'failed', failureReason: 'provider_error' });
      expect(await refunds()).to.deep.equal([String(payment.chargedAmount)]);
    });
  });

  describe('where `processing` is known to be a debit under way', () => {
    before(async () => {
      world = await apiWorld({ WAVE_IDLE_SAYS_PROCESSING: 'false' });
    });
    after(() => world.stop());

    // Proves: processing-is-configured
    it('is waited for past its window, and is a success with its contract', async () => {
      const { payment, standing, moveTo, session, refunds, quoteId } = await confirmedBeforeTheEnd(world);
      await moveTo(31.5);
      expect(await standing()).to.deep.include({ status: 'payment_pending', contractId: null });
      expect((await session()).slice(0, 2)).to.deep.equal(['expired', 'processing']);
      expect((await world.pay(quoteId)).status).to.equal(409);

      await moveTo(35);
      const { contractId, payment: paid } = await standing();
      expect(paid).to.include({ status: 'succeeded', failureReason: null, refund: null });
      expect(Date.parse(paid?.completed ?? '')).to.be.within(
        Date.parse(secondsAfter(payment.created, 31.9 * 60)),
        Date.parse(secondsAfter(payment.created, 32.5 * 60)),
      );
      expect((await world.contract(contractId))['paymentId']).to.equal(payment.id);
      expect((await session()).slice(0, 2)).to.deep.equal(['expired', 'succeeded']);
      await world.clock.advance('P1D');
      expect(await refunds()).to.deep.equal([]);
    });
  });
});
