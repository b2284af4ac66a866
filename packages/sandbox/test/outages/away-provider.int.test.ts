import { unknown, type Outcome, type Session } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Standing {
  readonly status: string;
  readonly contractId: string | null;
  readonly payment: Fields & { readonly status: string; readonly completed: string | null };
}

/** A payer CinetPay sends no notification about. */
const UNANNOUNCED = '0500000003';

const MINUTE = 60_000;

describe('CinetPay that gives no time of payment, and is away from minute 10 to 32', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let away = false;

  const timeless = (said: Outcome<Session>): Outcome<Session> =>
    said.outcome === 'done' ? { ...said, value: { ...said.value, completed: null } } : said;
  const asDescribed: ServiceDecorators = {
    mobileMoney: ([opening, ...others]) => [
      {
        ...opening,
        read: async (id) => (away ? unknown('it is away') : timeless(await opening.read(id))),
        search: async (reference) => {
          if (away) return unknown('it is away');
          const said = await opening.search(reference);
          return said.outcome === 'done'
            ? { ...said, value: said.value.map((session) => ({ ...session, completed: null })) }
            : said;
        },
      },
      ...others,
    ],
  };
  before(async () => {
    sandbox = await startSandbox({ MOBILE_MONEY: 'cinetpay' }, undefined, asDescribed);
  });
  after(() => sandbox.stop());
  beforeEach(() => {
    away = false;
  });

  /** A payment that is paid at minute 9, and what has become of it at minute 33; in minutes, when it was completed. */
  const paidAtMinuteNine = async (phoneNumber?: string) => {
    const caller = journeysOn(sandbox);
    const { body } = await caller.pay(await caller.quote('0700001234'), phoneNumber);
    const created = Date.parse(String(body['created']));
    const moveTo = async (minutes: number): Promise<void> => {
      const now = new Date(created + minutes * MINUTE).toISOString();
      expect((await sandbox.call('POST', '/sandbox/clock', { now })).status).to.equal(200);
    };
    const standing = async () => (await sandbox.call<Standing>('GET', `/quote/${body.quoteId}/status`)).body;
    await moveTo(9);
    // The service gets the notification, and nothing else.
    away = true;
    expect((await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' })).status).to.equal(200);
    await moveTo(31.9);
    expect((await standing()).status).to.equal('payment_pending');
    away = false;
    await moveTo(33.1);
    const settled = await eventually(standing, ({ status }) => status !== 'payment_pending');
    return { ...settled, after: (Date.parse(settled.payment.completed ?? '') - created) / MINUTE };
  };

  // Proves: day-of-payment-untold
  it('has a payment of minute 9 insured, dated by its notification', async () => {
    const { status, contractId, payment, after } = await paidAtMinuteNine();
    expect([status, payment.status]).to.deep.equal(['pending', 'succeeded']);
    expect(contractId).to.be.a('string');
    expect(after).to.be.within(9, 9.5);
  });

  it('has it insured without any notification as well, dated by the last answer that it was unpaid', async () => {
    const { status, payment, after } = await paidAtMinuteNine(UNANNOUNCED);
    expect([status, payment.status]).to.deep.equal(['pending', 'succeeded']);
    expect(after).to.be.within(7.9, 9);
  });
});
