import { expect } from 'chai';
import { apiWorld, daysAfter, secondsAfter, type World } from './world.ts';

const MINUTE = 60;

describe('payments', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  // Proves: payment-fields, fees
  it('charge the premium and 1 % of it, rounded up', async () => {
    for (const over of [{ duration: 3 }, { duration: 6, usage: 'renting' }, { duration: 12 }]) {
      const quote = await world.quote(over);
      const { amount, fees, chargedAmount, quoteId, id } = await world.opened(quote.id);
      expect({ amount, quoteId }).to.deep.equal({ amount: quote.amount, quoteId: quote.id });
      expect(fees).to.equal(Math.ceil(amount / 100));
      expect(chargedAmount).to.equal(amount + fees);
      expect((await world.sessions(id))[0]).to.include({ amount: String(chargedAmount), currency: 'XOF' });
    }
  });

  // Proves: only-given-number-pays
  it('take any spelling of a mobile number, which only can pay', async () => {
    const { id } = await world.quote();
    const { id: paymentId, paymentUrl } = await world.opened(id, '+225 01 23 45 67 89');
    expect((await world.sessions(paymentId))[0]).to.include({ restrict_payer_mobile: '+2250123456789' });
    expect(await world.confirm(paymentUrl, '+2250700000001')).to.equal(402);
    const { payment } = await world.stands(id, ({ status }) => status === 'awaiting_payment');
    expect(payment).to.include({ status: 'failed', failureReason: 'payer_mismatch' });
  });

  // Proves: pay-while-one-waits
  it('open one session however often they are asked for, and name it to every other call', async () => {
    const { id } = await world.quote();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.pay(id)));
    const first = answers.find(({ status }) => status === 201);
    const others = answers.filter((answer) => answer !== first);
    for (const { status, body } of others)
      expect([status, body['code'], body['paymentId'], body.paymentUrl]).to.deep.equal([
        409,
        'payment_in_progress',
        first?.body.id,
        first?.body.paymentUrl,
      ]);
    expect(await world.sessions(first?.body.id ?? '')).to.have.length(1);
  });

  // Proves: second-caller-waits
  it('answer the others as the first one when its opening is refused', async () => {
    const { id } = await world.quote();
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.pay(id, '0500000002')));
    expect(answers.map(({ status }) => status)).to.deep.equal([502, 502, 502, 502]);
    expect((await world.standing(id)).status).to.equal('awaiting_payment');
  });

  // Proves: end-of-window
  it('succeed when they are confirmed just before the window ends', async () => {
    const { id } = await world.quote();
    const { created, paymentUrl } = await world.opened(id, '0500000003');
    await world.clock.move({ now: secondsAfter(created, 30 * MINUTE - 20) });
    expect(await world.confirm(paymentUrl)).to.equal(200);
    await world.clock.advance('PT30S');
    const { status, payment } = await world.standing(id);
    expect([status, payment?.status, payment?.failureReason]).to.deep.equal(['pending', 'succeeded', null]);
  });

  // Proves: end-of-window
  it('cannot be confirmed any more once the window has ended', async () => {
    const { id } = await world.quote();
    const { created, paymentUrl } = await world.opened(id);
    await world.clock.move({ now: secondsAfter(created, 30 * MINUTE + 1) });
    expect(await world.confirm(paymentUrl)).to.equal(409);
    expect((await world.standing(id)).payment).to.include({ status: 'failed', failureReason: 'expired', refund: null });
  });

  // Proves: end-of-window, refund-shown
  it('give the money back, and open no contract, when it comes after the window', async () => {
    const { id } = await world.quote();
    const { id: paymentId, created, paymentUrl, chargedAmount } = await world.opened(id, '0500000005');
    await world.clock.move({ now: secondsAfter(created, 31.5 * MINUTE) });
    expect(await world.confirm(paymentUrl)).to.equal(200);
    const { status, contractId, payment } = await world.stands(id, (now) => now.payment?.refund?.status === 'done');
    expect([status, contractId]).to.deep.equal(['awaiting_payment', null]);
    expect(payment).to.include({ status: 'failed', failureReason: 'expired' });
    expect(Object.keys(payment?.refund ?? {})).to.have.members(['status', 'amount', 'created', 'completed']);
    expect(payment?.refund?.amount).to.equal(chargedAmount);
    const [session] = await world.sessions(paymentId);
    expect(session?.refunds.map(({ amount }) => amount)).to.deep.equal([String(chargedAmount)]);
  });

  // Proves: silence-closes-nothing
  it('are kept while the provider is silent, and show their URL meanwhile', async () => {
    const { id } = await world.quote();
    const { created, paymentUrl } = await world.opened(id, '0500000009');
    await world.clock.move({ now: secondsAfter(created, 40 * MINUTE) });
    expect(await world.standing(id)).to.deep.include({ status: 'payment_pending' });
    const { status, body } = await world.pay(id);
    expect([status, body['code'], body.paymentUrl]).to.deep.equal([409, 'payment_in_progress', paymentUrl]);
  });

  // Proves: paid-after-start-date, day-of-payment-is-the-providers
  it('can be opened on the start date until midnight, and cover the paid duration from the day of payment', async () => {
    const startDate = await world.clock.nextMorning();
    const paid = await world.quote({ startDate, duration: 3 });
    const late = await world.quote({ startDate, duration: 3 });
    await world.clock.move({ now: `${startDate}T23:40:00Z` });
    const [inTime, tooLate] = [await world.opened(paid.id, '0500000003'), await world.opened(late.id)];
    await world.clock.move({ now: `${startDate}T23:58:00Z` });
    await world.confirm(inTime.paymentUrl);
    const nextDay = daysAfter(startDate, 1);
    await world.clock.move({ now: `${nextDay}T00:03:00Z` });
    await world.confirm(tooLate.paymentUrl);

    const contractOf = async (quoteId: string) => {
      const { contractId } = await world.stands(quoteId, (now) => now.contractId !== null);
      return world.contract(contractId);
    };
    // Paid at 23:58 and learned after midnight: paid the day before.
    const first = await contractOf(paid.id);
    expect(first.startDate).to.equal(startDate);
    expect((await world.standing(paid.id)).payment?.completed).to.match(new RegExp(`^${startDate}T23:58`));
    const second = await contractOf(late.id);
    expect(second.startDate).to.equal(nextDay);
    expect(second.endDate).to.equal(daysAfter(sameDayLater(nextDay, 3), -1));
  });

  // Proves: quote-status
  it('show the latest attempt, and keep the earlier ones', async () => {
    const { id } = await world.quote();
    const attempts: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id: paymentId, paymentUrl } = await world.opened(id);
      await world.refuse(paymentUrl);
      const { payment } = await world.stands(id, ({ status }) => status === 'awaiting_payment');
      expect(payment?.id).to.equal(paymentId);
      attempts.push(paymentId);
    }
    expect(new Set(attempts).size).to.equal(2);
    for (const paymentId of attempts) expect(await world.sessions(paymentId)).to.have.length(1);
  });
});

/** The same day of a later month; the first day after it where that month is too short. */
const sameDayLater = (date: string, months: number): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const wanted = new Date(Date.UTC(year, month - 1 + months, day));
  const overflown = wanted.getUTCDate() !== day;
  return new Date(Date.UTC(wanted.getUTCFullYear(), wanted.getUTCMonth(), overflown ? 1 : day))
    .toISOString()
    .slice(0, 10);
};
