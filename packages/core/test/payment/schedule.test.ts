import { later, type Instant, type Payment, type Session } from '@vehicle-insurance/core';
import { aPayment, at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import * as payments from '../../src/domain/payment/payment.ts';
import * as schedule from '../../src/domain/payment/schedule.ts';

// All these times, and those computed from them, differ, so a test fails if a time is computed from the wrong one.
const CREATED = at('2026-01-15T09:00:01.000Z');
const OPENED = at('2026-01-15T09:00:20.000Z');
const SILENT = at('2026-01-15T09:04:02.000Z');
const COMPLETED = at('2026-01-16T09:07:03.000Z');
const ENDED = at('2026-01-17T03:13:04.000Z');
const EXPIRES = at('2026-01-18T04:19:05.000Z');
const NOTIFIED = at('2026-01-19T05:23:06.000Z');
const ASKED = at('2026-01-19T05:29:07.000Z');
const ARRIVED = at('2026-01-19T05:29:09.000Z');
const NOW = at('2026-01-19T05:29:38.000Z');
const DUE = at('2026-01-19T05:31:10.000Z');
const after = (since: Instant, minutes: number): Instant => later(since, { minutes });
const A_DAY = 24 * 60;

const makeKept = (expires: Instant | null, ended: Instant | null) => ({ id: 's', url: null, expires, ended });
const session = (state: Session['state']): Session => ({
  ...{ id: 's', state, url: null, amount: 1, currency: 'XOF', lastFailure: null },
  ...{ created: OPENED, expires: EXPIRES, completed: null },
});
const failed: Payment = {
  ...aPayment({ status: 'failed', failureReason: 'expired', created: CREATED, completed: COMPLETED }),
  ...{ session: makeKept(EXPIRES, null), notified: NOTIFIED, silentSince: SILENT, due: { at: DUE, attempts: 1 } },
};
const pending: Payment = { ...failed, status: 'pending', failureReason: null, completed: null, notified: null };
const opening: Payment = { ...pending, status: 'opening', session: null };
const answered: Payment = { ...pending, lastUnpaid: ASKED };

const watchEnd = (of: Payment['session'], isSettled = false) =>
  schedule.reconcileUntil({ ...failed, session: of }, isSettled);
const openAs = (state: Session['state'], over: Partial<Payment> = {}) =>
  payments.openPayment({ ...opening, ...over }, session(state), NOW).unwrap();
const failNow = (payment: Payment) => payments.failPayment(payment, 'expired', NOW, { reconcile: true }).unwrap();
const keepLate = () => payments.keepLateSession({ ...failed, session: null }, session('expired'), NOW);
const duplicate = () => payments.duplicateAttempt('d', failed, session('expired'), NOW);
const nextLook = (over: Partial<Payment>, asked = ASKED) =>
  payments.nextReconciliationOf({ ...failed, ...over }, asked, NOW);
const seeSession = (state: Session['state'], over: Partial<Payment> = {}, isOvertaken = false) =>
  payments.recordSession({ ...failed, ...over }, session(state), { asked: ASKED, isOvertaken }, NOW);
const notify = (payment: Payment, arrived = ARRIVED) => payments.markNotified(payment, arrived, NOW);

/** Computed again in each test, because the mutation run ignores code that runs while a file is loaded. */
const times = (): readonly (readonly [string, Instant | null | undefined, Instant | null])[] => [
  ['the window ends half an hour after the creation', schedule.windowEnd(failed), after(CREATED, 30)],
  ['money is in time until 31 minutes after the creation', schedule.acceptedUntil(failed), after(CREATED, 31)],
  ['a debit is awaited until an hour after the creation', schedule.debitWaitEnd(failed), after(CREATED, 60)],
  ['the next check is two minutes after the last', schedule.nextCheck(failed, OPENED), after(OPENED, 2)],
  ['no check misses the window’s end', schedule.nextCheck(failed, after(OPENED, 29)), after(CREATED, 30)],
  ['the check after the window is in a minute', schedule.nextCheck(failed, NOW), after(NOW, 1)],
  ['silence is tolerated for a day', schedule.silenceEnd(SILENT), after(SILENT, A_DAY)],

  ['a watch ends an hour after the stated expiry', watchEnd(makeKept(EXPIRES, null)), after(EXPIRES, 60)],
  ['a watch outlasts an end that is not settled', watchEnd(makeKept(EXPIRES, ENDED)), after(EXPIRES, 60)],
  ['a watch ends an hour after a settled end', watchEnd(makeKept(EXPIRES, ENDED), true), after(ENDED, 60)],
  ['a watch does not outlast the expiry', watchEnd(makeKept(EXPIRES, NOW), true), after(EXPIRES, 60)],
  ['a watch without an expiry ends 25 hours later', watchEnd(makeKept(null, null)), after(COMPLETED, A_DAY + 60)],
  ['a watch without a session ends 25 hours after the failure', watchEnd(null), after(COMPLETED, A_DAY + 60)],
  ['a settled end counts without an expiry', watchEnd(makeKept(null, ENDED), true), after(ENDED, 60)],
  ['an end after 24 hours does not count', watchEnd(makeKept(null, NOW), true), after(COMPLETED, A_DAY + 60)],

  ['the first check is two minutes after the creation', openAs('open').due?.at, after(CREATED, 2)],
  ['a session that is opened after its end is checked at once', openAs('expired').due?.at, NOW],
  ['a session that is opened after its end has ended now', openAs('expired').session?.ended, NOW],
  ['a notified opening is checked at once', openAs('open', { notified: OPENED }).due?.at, NOW],
  ['a failure is dated now', failNow(pending).completed, NOW],
  ['a failure is first reconciled a minute later', failNow(pending).due?.at, after(NOW, 1)],
  ['a notified opening that failed is reconciled now', failNow({ ...opening, notified: OPENED }).due?.at, NOW],
  ['a notified pending payment waits a minute', failNow({ ...pending, notified: OPENED }).due?.at, after(NOW, 1)],
  ['a late session is queried at once', keepLate().due?.at, NOW],
  ['a late session that has ended counts as ended now', keepLate().session?.ended, NOW],
  ['a late session leaves the time of the failure', keepLate().completed, COMPLETED],
  ['a duplicate was created just before its payment', duplicate().created, later(CREATED, { milliseconds: -1 })],
  ['a duplicate failed now', duplicate().completed, NOW],
  ['a duplicate is queried at once', duplicate().due?.at, NOW],
  ['a duplicate that has ended counts as ended now', duplicate().session?.ended, NOW],

  ['a reconciliation is hourly from the failure', nextLook({ notified: null }), after(COMPLETED, 69 * 60)],
  ['a recheck follows the notification', nextLook({}), after(NOTIFIED, 15)],
  ['a sooner reconciliation precedes a recheck', nextLook({ completed: after(NOW, -1) }), after(NOW, 4)],
  ['a recheck ends after an hour', nextLook({}, after(NOTIFIED, 60)), after(COMPLETED, 69 * 60)],
  ['an answer has the time of its query', seeSession('open').lastUnpaid, ASKED],
  ['an end has the time of the answer that first reports it', seeSession('expired').session?.ended, NOW],
  ['an end keeps its first time', seeSession('expired', { session: makeKept(EXPIRES, ENDED) }).session?.ended, ENDED],
  ['an answer leaves a recent notification', seeSession('open').notified, NOTIFIED],
  ['an answer settles an old notification', seeSession('open', { notified: after(ASKED, -60) }).notified, null],
  [
    'an answer settles the notification of a pending payment',
    seeSession('open', { ...pending, notified: NOTIFIED }).notified,
    null,
  ],
  ['a notification during the query stays', seeSession('open', { notified: ARRIVED }, true).notified, ARRIVED],
  ['a hidden notification has the time of the query', seeSession('open', {}, true).notified, ASKED],
  ['a notification of a failed payment has its own time', notify(failed).notified, ARRIVED],
  ['a notification makes a payment due now', notify(failed).due?.at, NOW],
  ['a notification delays no earlier check', notify({ ...failed, due: { at: OPENED, attempts: 1 } }).due?.at, OPENED],
  ['a pending payment keeps its first notification', notify({ ...pending, notified: OPENED }).notified, OPENED],
  ['a notification after the last answer is news', notify(answered).notified, ARRIVED],
  ['a notification before the last answer is not news', notify(answered, NOTIFIED).notified, null],
  ['a notification at the instant of the last answer is not news', notify(answered, ASKED).notified, null],
];

describe('with distinct times of creation, failure, end, expiry and notification,', () => {
  for (const [index, [title]] of times().entries())
    // Proves: watch
    it(title, () => {
      const [, is, expected] = times()[index] ?? expect.fail();
      expect(is).to.equal(expected);
    });
});

describe('a payment', () => {
  it('counts its notifications', () =>
    expect(notify(notify(pending)).notifications).to.equal(pending.notifications + 2));

  it('for a duplicate session has failed for the provider’s mistake', () =>
    expect(duplicate()).to.include({ status: 'failed', failureReason: 'provider_error' }));

  it('cannot be confirmed, failed or opened after it has succeeded', () => {
    const paid: Payment = { ...pending, status: 'succeeded' };
    const refusal = { code: 'illegal_transition', machine: 'payment', from: 'succeeded' };
    for (const [event, result] of [
      ['confirm', payments.confirmPayment(paid, NOW)],
      ['fail', payments.failPayment(paid, 'expired', NOW, { reconcile: true })],
      ['open', payments.openPayment(paid, session('open'), NOW)],
    ] as const)
      expect(result.unwrapErr()).to.deep.equal({ ...refusal, event });
  });
});
