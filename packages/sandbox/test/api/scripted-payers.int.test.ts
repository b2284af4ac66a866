import { expect } from 'chai';
import {
  apiWorld,
  secondsAfter,
  type PaymentBody,
  type SessionReadOut,
  type StandingBody,
  type World,
} from './world.ts';

const numberOf = (script: string): string => `050000${script}`;

/** What the provider remembers of an attempt, in the order in which it happened. */
const historyOf = ({ states, refunds }: SessionReadOut): readonly string[] => [
  ...states.map(({ event }) => event),
  ...refunds.map(({ amount }) => `refunded ${amount}`),
];

describe('the scripted payers', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  /** A quote whose payment was opened for a scripted payer. */
  const paidBy = async (script: string) => {
    const { id: quoteId } = await world.quote();
    const payment = await world.opened(quoteId, numberOf(script));
    return {
      payment,
      quoteId,
      confirm: () => world.confirm(payment.paymentUrl),
      standing: () => world.standing(quoteId),
      stands: (expected: (standing: StandingBody) => boolean) => world.stands(quoteId, expected),
      moveTo: (minutes: number) => world.clock.move({ now: secondsAfter(payment.created, minutes * 60) }),
    };
  };
  const onlySession = async ({ id }: Pick<PaymentBody, 'id'>): Promise<SessionReadOut> => {
    const sessions = await world.sessions(id);
    expect(sessions).to.have.length(1);
    return sessions[0] as SessionReadOut;
  };
  const expectPaid = ({ status, contractId, payment }: StandingBody): void => {
    expect([status, payment?.status, payment?.refund]).to.deep.equal(['pending', 'succeeded', null]);
    expect(contractId).to.be.a('string');
  };
  /** Failed, paid too late, and given back: the whole of what was charged, once. */
  const expectRefunded = async (opened: PaymentBody, { status, contractId, payment }: StandingBody, reason: string) => {
    expect([status, contractId, payment?.status]).to.deep.equal(['awaiting_payment', null, 'failed']);
    expect([payment?.failureReason, payment?.refund?.status]).to.deep.equal([reason, 'done']);
    const session = await onlySession(opened);
    expect(historyOf(session)).to.deep.equal(['created', 'paid', `refunded ${payment?.refund?.amount}`]);
  };

  // Proves: failed-try-made-unpayable, payer-0001
  it('0001 lacks funds: the attempt fails with that reason, and nothing can be paid any more', async () => {
    const { payment, confirm, stands } = await paidBy('0001');
    expect(await confirm()).to.equal(402);
    const standing = await stands(({ status }) => status === 'awaiting_payment');
    expect(standing.payment).to.include({ status: 'failed', failureReason: 'insufficient_funds' });
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'insufficient-funds', 'expired']);
    expect(await confirm()).to.equal(409);
  });

  // Proves: payer-0002
  it('0002 is refused: 502, a failed attempt, no session', async () => {
    const { id } = await world.quote();
    const { status, body } = await world.pay(id, numberOf('0002'));
    expect([status, body['code']]).to.deep.equal([502, 'payment_provider_unavailable']);
    const { payment } = await world.standing(id);
    expect(payment).to.include({ status: 'failed', paymentUrl: null });
    expect(await world.sessions(payment?.id ?? '')).to.deep.equal([]);
  });

  // Proves: lost-confirmation-found, payer-0003
  it('0003 is never notified about: the payment is found by asking, two minutes after it was opened', async () => {
    const { payment, confirm, standing, moveTo } = await paidBy('0003');
    expect(await confirm()).to.equal(200);
    await moveTo(2.1);
    expectPaid(await standing());
    const session = await onlySession(payment);
    expect([historyOf(session), session['notifications']]).to.deep.equal([['created', 'paid'], []]);
  });

  // Proves: creation-sent-once, payer-0004
  it('0004 loses the answer to the opening: its one session is found and adopted', async () => {
    const { payment, confirm, stands } = await paidBy('0004');
    const { requests } = await onlySession(payment);
    expect(requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')).to.have.length(
      1,
    );
    expect(requests[0]?.status).to.equal(null);
    expect(await confirm()).to.equal(200);
    expectPaid(await stands(({ contractId }) => contractId !== null));
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'paid']);
  });

  // Proves: payer-0005
  it('0005 cannot be expired: paid after the window it opens no contract, and the money goes back', async () => {
    const { payment, quoteId, confirm, standing, stands, moveTo } = await paidBy('0005');
    await moveTo(30.1);
    const failed = await standing();
    expect([failed.status, failed.payment?.failureReason]).to.deep.equal(['awaiting_payment', 'expired']);
    const next = await world.opened(quoteId);
    expect(await confirm()).to.equal(200);
    await world.clock.advance('PT5M');
    expect((await stands(({ status }) => status === 'payment_pending')).payment?.id).to.equal(next.id);
    await world.refuse(next.paymentUrl);
    await stands(({ status }) => status === 'awaiting_payment');
    const session = await onlySession(payment);
    expect(historyOf(session)).to.deep.equal(['created', 'paid', `refunded ${payment.chargedAmount}`]);
  });

  // Proves: unexpirable-stays-pending
  it('0005 refused by the payer stays pending to the end of the window, for it can still be paid', async () => {
    const { payment, confirm, standing, stands, moveTo } = await paidBy('0005');
    expect(await world.refuse(payment.paymentUrl)).to.equal(402);
    await moveTo(20);
    expect(await standing()).to.deep.include({ status: 'payment_pending' });
    expect(await confirm()).to.equal(200);
    expectPaid(await stands(({ contractId }) => contractId !== null));
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'payment-failure', 'paid']);
  });

  // Proves: notification-replays, payer-0006
  it('0006 is notified about three times out of order: one payment, one contract', async () => {
    const { payment, quoteId, confirm, stands } = await paidBy('0006');
    expect(await confirm()).to.equal(200);
    const standing = await stands(({ contractId }) => contractId !== null);
    expectPaid(standing);
    await world.clock.advance('PT1M');
    const session = await onlySession(payment);
    expect(session['notifications']).to.have.length.of.at.least(1);
    const sent = (session['notifications'] as readonly { attempts: readonly { status: number }[] }[]).flatMap(
      ({ attempts }) => attempts,
    );
    expect(sent.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(await world.standing(quoteId)).to.deep.equal(standing);
    const contracts = await world.get<{ data: readonly { paymentId: string }[] }>('/contract?limit=100');
    expect(contracts.body.data.filter(({ paymentId }) => paymentId === payment.id)).to.have.length(1);
  });

  // Proves: other-amount-is-no-success, payer-0007
  it('0007 is reported with another amount: no contract, and what was paid goes back', async () => {
    const { payment, confirm, stands } = await paidBy('0007');
    expect(await confirm()).to.equal(200);
    const standing = await stands((now) => now.payment?.refund?.status === 'done');
    await expectRefunded(payment, standing, 'amount_mismatch');
    expect(standing.payment?.refund?.amount).to.not.equal(payment.chargedAmount);
  });

  // Proves: 201-as-opened, payer-0008
  it('0008 pays before the opening is answered: 201 shows it as opened, and it is a success all the same', async () => {
    const { payment, stands } = await paidBy('0008');
    expect(payment.status).to.equal('pending');
    expect(payment.paymentUrl).to.match(/^http/);
    expectPaid(await stands(({ contractId }) => contractId !== null));
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'paid']);
  });

  // Proves: payer-0009
  it('0009 cannot be asked about for an hour: paid in time it is a success, whenever that is learned', async () => {
    const { payment, confirm, standing, moveTo } = await paidBy('0009');
    await moveTo(29.5);
    expect(await confirm()).to.equal(200);
    await moveTo(45);
    expect((await standing()).status).to.equal('payment_pending');
    await moveTo(62);
    const settled = await standing();
    expectPaid(settled);
    expect(Date.parse(settled.payment?.completed ?? '')).to.be.lessThan(Date.parse(payment.created) + 31 * 60_000);
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'paid']);
  });

  // Proves: silence-closes-nothing
  it('0009 not paid: silence closes nothing, the first definite answer does', async () => {
    const { standing, moveTo, payment } = await paidBy('0009');
    await moveTo(50);
    expect((await standing()).status).to.equal('payment_pending');
    await moveTo(62);
    expect((await standing()).payment).to.include({ status: 'failed', failureReason: 'expired' });
    expect(historyOf(await onlySession(payment))).to.deep.equal(['created', 'expired']);
  });

  // Proves: watch, payer-0010
  it('0010 pays late and silently: the watch finds the money within the hour and gives it back', async () => {
    const { payment, confirm, standing, moveTo } = await paidBy('0010');
    await moveTo(50);
    expect(await confirm()).to.equal(200);
    expect((await standing()).payment).to.include({ status: 'failed', failureReason: 'expired', refund: null });
    await moveTo(91);
    await expectRefunded(payment, await standing(), 'expired');
    await world.clock.advance('P2D');
    await expectRefunded(payment, await standing(), 'expired');
  });

  // Proves: watch
  it('0010 never paid is watched until its session has ended, and is not refunded', async () => {
    const { payment, standing } = await paidBy('0010');
    await world.clock.advance('P3D');
    expect((await standing()).payment).to.include({ status: 'failed', failureReason: 'expired', refund: null });
    const before = (await onlySession(payment)).requests.length;
    await world.clock.advance('P3D');
    const session = await onlySession(payment);
    expect(session.requests).to.have.length(before);
    expect(historyOf(session)).to.deep.equal(['created', 'expired']);
  });
});
