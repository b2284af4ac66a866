import { expect } from 'chai';
import { answersTo, historyOf, isPaid } from './paying.ts';
import { liveThrough, type Scenarios } from './timeline.ts';
import { apiWorld, daysAfter, type SessionReadOut, type StandingBody, type World } from './world.ts';

const expectPaid = ({ status, contractId, payment }: StandingBody): void => {
  expect(status).to.equal('pending');
  expect(payment).to.include({ status: 'succeeded', refund: null, paymentUrl: null });
  expect(contractId).to.be.a('string');
};
const expectPending = ({ status, contractId, payment }: StandingBody): void => {
  expect([status, contractId, payment?.status]).to.deep.equal(['payment_pending', null, 'pending']);
};
const expectFailed = ({ status, contractId, payment }: StandingBody, failureReason: string): void => {
  expect([status, contractId]).to.deep.equal(['awaiting_payment', null]);
  expect(payment).to.include({ status: 'failed', failureReason, paymentUrl: null });
};

type Paying = Awaited<ReturnType<typeof paying>>;

const paying = async (world: World, payer: string, startDate?: string) => {
  const { id: quoteId } = await world.quote(startDate === undefined ? {} : { startDate });
  const payment = await world.opened(quoteId, payer);
  return {
    ...{ payment, quoteId, today: startDate ?? '' },
    confirm: async (from?: string) => world.confirm(payment.paymentUrl, from),
    refuse: () => world.refuse(payment.paymentUrl),
    standing: () => world.standing(quoteId),
    waitFor: (expected: (standing: StandingBody) => boolean) => world.waitFor(quoteId, expected),
    session: async (): Promise<SessionReadOut> => {
      const sessions = await world.sessions(payment.id);
      expect(sessions).to.have.length(1);
      return sessions[0] as SessionReadOut;
    },
    /** Expects a failed payment that was paid too late and refunded once; returns the amount. */
    expectRefunded: async (events: readonly string[], reason = 'expired') => {
      const standing = await world.waitFor(quoteId, (now) => now.payment?.refund?.status === 'done');
      expectFailed(standing, reason);
      const refund = standing.payment?.refund;
      expect(Object.keys(refund ?? {})).to.have.members(['status', 'amount', 'created', 'completed']);
      const [session] = await world.sessions(payment.id);
      expect(historyOf(session as SessionReadOut)).to.deep.equal([...events, `refunded ${refund?.amount}`]);
      return refund?.amount;
    },
  };
};

describe('a sandbox payer, named by the last four digits of its number,', function () {
  this.timeout(120_000);
  let world: World;
  let came: ReadonlyMap<string, Promise<unknown>>;

  /** Each payer's steps, by minutes after the opening at 23:35; the window ends after 30. */
  const SCENARIOS: Scenarios<Paying> = {
    // Proves: quote-to-payment-pending, quote-to-pending, payment-fields, payment-states
    'without a script confirms and gets a contract, which nothing changes': {
      0: async ({ payment, quoteId, standing, waitFor, confirm, refuse }) => {
        expect(payment).to.include({ quoteId, status: 'pending', completed: null, failureReason: null, refund: null });
        expect(payment.chargedAmount).to.equal(payment.amount + Math.ceil(payment.amount / 100));
        expect(await standing()).to.deep.equal({ status: 'payment_pending', contractId: null, payment });
        expect(await confirm()).to.equal(200);
        const paid = await waitFor(isPaid);
        expectPaid(paid);
        expect(await world.contract(paid.contractId)).to.include({ paymentId: payment.id, status: 'pending' });
        expect([await refuse(), await confirm()]).to.deep.equal([409, 409]);
      },
      2900: async ({ standing }) => expectPaid(await standing()),
    },
    // Proves: quote-back-after-failure, pay-again-after-failure, quote-status
    'without a script refuses: the attempt fails, and another number can pay': {
      0: async ({ payment, quoteId, waitFor, confirm, refuse }) => {
        expect(await refuse()).to.equal(402);
        expectFailed(await waitFor(({ status }) => status === 'awaiting_payment'), 'declined');
        expect(await confirm()).to.equal(409);
        const second = await world.opened(quoteId, '0700004321');
        expect(second.id).to.not.equal(payment.id);
        expect((await world.standing(quoteId)).payment).to.deep.equal(second);
      },
    },
    // Proves: quote-back-after-30-minutes, end-of-window
    'without a script does nothing for 30 minutes: the attempt expires and cannot be confirmed': {
      29: async ({ standing }) => expectPending(await standing()),
      31: async ({ standing, confirm }) => {
        expectFailed(await standing(), 'expired');
        expect(await confirm()).to.equal(409);
      },
    },
    // Proves: only-given-number-pays
    'cannot pay with another number than the requested one': {
      0: async ({ session, waitFor, confirm }) => {
        expect(await session()).to.include({ restrict_payer_mobile: '+2250500001234' });
        expect(await confirm('+2250700000001')).to.equal(402);
        expectFailed(await waitFor(({ status }) => status === 'awaiting_payment'), 'payer_mismatch');
      },
    },
    // Proves: failed-attempt-made-unpayable, payer-0001
    '0001 lacks funds: the attempt fails with that reason and cannot be paid any more': {
      0: async ({ confirm, waitFor, session }) => {
        expect(await confirm()).to.equal(402);
        expectFailed(await waitFor(({ status }) => status === 'awaiting_payment'), 'insufficient_funds');
        expect(historyOf(await session())).to.deep.equal(['created', 'insufficient-funds', 'expired']);
        expect(await confirm()).to.equal(409);
      },
    },
    // Proves: creation-sent-once, payer-0004
    '0004 loses the answer to the opening: the only session is found and used': {
      0: async ({ confirm, waitFor, session }) => {
        const { requests } = await session();
        const openings = requests.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/checkout/sessions');
        expect(openings.map(({ status }) => status)).to.deep.equal([null]);
        expect(await confirm()).to.equal(200);
        expectPaid(await waitFor(isPaid));
        expect(historyOf(await session())).to.deep.equal(['created', 'paid']);
      },
    },
    // Proves: payer-0005, end-of-window, refund-shown
    '0005 cannot be expired: paid after the window, it opens no contract and is refunded completely': {
      31: async ({ standing, confirm, payment, expectRefunded }) => {
        expectFailed(await standing(), 'expired');
        expect(await confirm()).to.equal(200);
        expect(await expectRefunded(['created', 'paid'])).to.equal(payment.chargedAmount);
      },
    },
    // Proves: unexpirable-stays-pending
    '0005 refuses: the payment stays pending until the end of the window, since it can still be paid': {
      0: async ({ refuse }) => expect(await refuse()).to.equal(402),
      23: async ({ standing, waitFor, confirm, session }) => {
        expectPending(await standing());
        expect(await confirm()).to.equal(200);
        expectPaid(await waitFor(isPaid));
        expect(historyOf(await session())).to.deep.equal(['created', 'payment-failure', 'paid']);
      },
    },
    // Proves: notification-replays, payer-0006
    '0006 causes three notifications out of order, which result in one payment and one contract': {
      0: async ({ confirm }) => expect(await confirm()).to.equal(200),
      3: async ({ payment, standing, session }) => {
        expectPaid(await standing());
        expect(answersTo(await session())).to.deep.equal([200, 200, 200]);
        const { body } = await world.get<{ data: readonly { paymentId: string }[] }>('/contract?limit=100');
        expect(body.data.filter(({ paymentId }) => paymentId === payment.id)).to.have.length(1);
      },
    },
    // Proves: other-amount-is-no-success, payer-0007
    '0007 pays another amount: no contract is opened, and the paid amount is refunded': {
      0: async ({ payment, confirm, expectRefunded }) => {
        expect(await confirm()).to.equal(200);
        expect(await expectRefunded(['created', 'paid'], 'amount_mismatch')).to.not.equal(payment.chargedAmount);
      },
    },
    // Proves: 201-as-opened, payer-0008
    '0008 pays before the opening is answered: 201 shows a pending payment, which then succeeds': {
      0: async ({ payment, waitFor, session }) => {
        expect(payment.status).to.equal('pending');
        expect(payment.paymentUrl).to.match(/^http/);
        expectPaid(await waitFor(isPaid));
        expect(historyOf(await session())).to.deep.equal(['created', 'paid']);
      },
    },
    // Proves: payer-0009
    '0009 cannot be queried for an hour: paid in time, it succeeds whenever the result arrives': {
      29: async ({ confirm }) => expect(await confirm()).to.equal(200),
      50: async ({ standing }) => expectPending(await standing()),
      65: async ({ payment, standing, session }) => {
        const settled = await standing();
        expectPaid(settled);
        const window = Date.parse(payment.created) + 31 * 60_000;
        expect(Date.parse(settled.payment?.completed ?? '')).to.be.lessThan(window);
        expect(historyOf(await session())).to.deep.equal(['created', 'paid']);
      },
    },
    // Proves: watch, payer-0010
    '0010 pays late without a notification: the watch finds the money within the hour and refunds it': {
      50: async ({ confirm, standing }) => {
        expect(await confirm()).to.equal(200);
        expectFailed(await standing(), 'expired');
        expect((await standing()).payment?.refund).to.equal(null);
      },
      91: async ({ expectRefunded }) => void (await expectRefunded(['created', 'paid'])),
      2900: async ({ expectRefunded }) => void (await expectRefunded(['created', 'paid'])),
    },
    // Proves: processing-is-configured, payer-0016
    '0016 has a debit that outlives the session: the payment expires and is refunded once the debit ends': {
      29: async ({ confirm, session }) => {
        expect(await confirm()).to.equal(200);
        expect(await session()).to.include({ checkout_status: 'open', payment_status: 'processing' });
      },
      31: async ({ standing, session }) => {
        expectFailed(await standing(), 'expired');
        expect(await session()).to.include({ checkout_status: 'expired', payment_status: 'processing' });
      },
      37: async ({ payment, expectRefunded }) => {
        const events = ['created', 'processing', 'expired', 'paid'];
        expect(await expectRefunded(events)).to.equal(payment.chargedAmount);
      },
    },
  };
  /** Payers of quotes that start on the day of the opening. */
  const BEGIN_TODAY: Scenarios<Paying> = {
    // Proves: paid-after-start-date
    'is insured from the day of payment if it is after midnight': {
      29: async ({ confirm, waitFor, today }) => {
        expect(await confirm()).to.equal(200);
        const { contractId } = await waitFor(isPaid);
        expect((await world.contract(contractId)).startDate).to.equal(daysAfter(today, 1));
      },
    },
    // Proves: lost-confirmation-found, payer-0003, day-of-payment-is-the-providers
    '0003 causes no notification: paid before midnight and found after it, the payment has the earlier day': {
      23: async ({ confirm }) => expect(await confirm()).to.equal(200),
      31: async ({ waitFor, session, today }) => {
        const paid = await waitFor(isPaid);
        expect(paid.payment).to.include({ status: 'succeeded', refund: null });
        expect(paid.payment?.completed).to.match(new RegExp(`^${today}T23:5`));
        expect((await world.contract(paid.contractId)).startDate).to.equal(today);
        const found = await session();
        expect([historyOf(found), answersTo(found)]).to.deep.equal([['created', 'paid'], []]);
      },
    },
  };

  before(async () => {
    world = await apiWorld();
    await world.clock.move({ now: `${await world.clock.nextMorning()}T23:35:00Z` });
    came = await liveThrough(world, { ...SCENARIOS, ...BEGIN_TODAY }, async (title) => {
      const startDate = title in BEGIN_TODAY ? await world.clock.today() : undefined;
      return paying(world, `050000${/^\d{4}/.exec(title)?.[0] ?? '1234'}`, startDate);
    });
  });
  after(() => world.stop());

  for (const title of Object.keys({ ...SCENARIOS, ...BEGIN_TODAY })) it(title, () => came.get(title));

  // Proves: payer-0002, second-caller-waits, quote-stays-when-opening-fails
  it('0002 is rejected: every caller gets 502, no session exists, and the quote can be paid again', async () => {
    const { id } = await world.quote();
    const answers = await Promise.all([1, 2, 3].map(() => world.pay(id, '0500000002')));
    expect(answers.map(({ status, body }) => [status, body['code']])).to.deep.equal(
      Array(3).fill([502, 'payment_provider_unavailable']),
    );
    const standing = await world.standing(id);
    expectFailed(standing, 'provider_error');
    expect(await world.sessions(standing.payment?.id ?? '')).to.deep.equal([]);
    expect((await world.pay(id)).status).to.equal(201);
  });

  for (const [of, payer] of Object.entries({
    'a quote': undefined,
    'a quote whose opening gets no answer': '0500000004',
  }))
    // Proves: pay-while-one-waits, no-payment-before-attempt, quote-begins-awaiting-payment, one-live-or-paid-payment
    it(`gets one session when twenty requests pay ${of} at once, and every other request names it`, async () => {
      const [{ id }, before] = [await world.quote(), await world.sessions()];
      expect(await world.standing(id)).to.deep.equal({ status: 'awaiting_payment', contractId: null, payment: null });
      const answers = await Promise.all(Array.from({ length: 20 }, () => world.pay(id, payer)));
      const [first, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(first?.status).to.equal(201);
      const { id: paymentId, paymentUrl } = first!.body;
      for (const { status, body } of others)
        expect({ ...body, status }).to.include({ status: 409, code: 'payment_in_progress', paymentId, paymentUrl });
      expect(await world.sessions(paymentId)).to.have.length(1);
      expect(await world.sessions()).to.have.length(before.length + 1);
    });
});
