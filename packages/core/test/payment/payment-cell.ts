import { chargedAmount, jobs, later, receiveNotification, type Payment } from '@vehicle-insurance/core';
import { fakeMobileMoney } from '@vehicle-insurance/testkit';
import type { CellEvent, Row, SessionCase } from './payment-cells.ts';
import { PAYER, scenario, START, type Scenario } from '../scenario.ts';

export type Cell = Scenario & { readonly payment: Payment };

/** Minutes that a session lives. It is well past the window, but short enough that its watch ends soon. */
const LIFE = 3 * 60;

export const cell = async (row: Row, session: SessionCase): Promise<Cell> => {
  const it = await scenario();
  it.provider.liveFor(LIFE);
  const payment = await paymentIn(it, row);
  if (row !== 'succeeded' && !row.includes('refund')) await bring(it, payment, session);
  return { ...it, payment };
};

const paymentIn = async (it: Scenario, row: Row): Promise<Payment> => {
  switch (row) {
    case 'opening':
      return it.dieWhileOpening({ sent: false });
    case 'pending':
      return (await it.pay()).unwrap();
    case 'failed, session known': {
      it.provider.allow({ expire: false });
      const payment = (await it.pay()).unwrap();
      await it.passUntil(later(START, { minutes: 30 }));
      it.provider.allow({ expire: true });
      return payment;
    }
    case 'failed, no session known':
    case 'failed, refused at opening':
      it.provider.scriptNextOpening(row === 'failed, refused at opening' ? 'refused' : 'request lost');
      await it.pay();
      return it.latestPayment();
    case 'succeeded': {
      const payment = (await it.pay()).unwrap();
      it.provider.pay(payment.id);
      await it.passUntil(later(START, { minutes: 2 }));
      return payment;
    }
    case 'failed, refund due':
    case 'failed, refund manual': {
      it.provider.allow({ refund: row === 'failed, refund due' ? false : 'unsupported' });
      const payment = (await it.pay()).unwrap();
      it.provider.pay(payment.id, { amount: 1 });
      await it.passUntil(later(START, { minutes: 2 }));
      it.provider.allow({ refund: true });
      return payment;
    }
  }
};

const bring = async (it: Scenario, payment: Payment, session: SessionCase): Promise<void> => {
  const { provider, clock } = it;
  if (session === 'none') return;
  if (provider.sessions().length === 0)
    // The payment has no session yet, but its request has reached the provider.
    await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: PAYER });
  if (session.includes('cannot be expired')) provider.allow({ expire: false });
  switch (session) {
    case 'open':
    case 'open, cannot be expired':
      return;
    case 'a failed attempt':
    case 'a failed attempt, cannot be expired':
      return provider.failTry(payment.id, 'insufficient_funds');
    case 'processing':
      return provider.put(payment.id, { state: 'processing' });
    case 'ended, a debit in progress':
      return provider.put(payment.id, { state: 'expired_processing' });
    case 'ended, perhaps a debit':
      return provider.put(payment.id, { state: 'expired_unsettled' });
    case 'paid':
      return provider.pay(payment.id);
    case 'paid after the window':
      clock.moveTo(later(START, { minutes: 33 }));
      return provider.pay(payment.id);
    case 'paid, another amount':
      return provider.pay(payment.id, { amount: chargedAmount(payment) - 1 });
    case 'expired':
      return provider.put(payment.id, { state: 'expired' });
    case 'cancelled':
      return provider.put(payment.id, { state: 'cancelled' });
    case 'silent, or not known':
      return provider.fallSilent();
  }
};

export const happen = async (it: Cell, event: CellEvent): Promise<void> => {
  switch (event) {
    case 'notification':
      await notificationAbout(it);
      return it.doWhatIsDue();
    case 'check':
      await moveToNextAttempt(it);
      return it.doWhatIsDue();
    case 'window’s end': {
      const end = later(START, { minutes: 30 });
      if (it.clock.now() < end) it.clock.moveTo(end);
      return it.doWhatIsDue();
    }
    case 'operator’s pause':
      await it.pausePayments();
      await moveToNextAttempt(it);
      return it.doWhatIsDue();
    case 'crash':
      await moveToNextAttempt(it);
      await dieBeforeCommit(it);
      await it.store.endLeases();
      return it.doWhatIsDue();
  }
};

/** A genuine notification, even about a session that the provider does not know. */
const notificationAbout = async ({ payment, provider, ...it }: Cell): Promise<void> => {
  const double = fakeMobileMoney({ clock: it.clock });
  await double.open({ reference: payment.id, amount: chargedAmount(payment), payer: PAYER });
  await receiveNotification(it)({ ...double.notificationAbout(payment.id), provider: provider.provider });
};

const moveToNextAttempt = async ({ dueWork, clock }: Cell): Promise<void> => {
  const next = await dueWork.next('payments', 'refunds');
  if (next !== undefined && next > clock.now()) clock.moveTo(next);
};

/** A worker dies after it has queried the provider, just before it commits the answer. */
const dieBeforeCommit = async (it: Cell): Promise<void> => {
  let units = 0;
  const unitOfWork: Scenario['unitOfWork'] = {
    run: (work) => {
      const isLast = (units += 1) > 1;
      return it.unitOfWork.run(async (tx) => {
        const result = await work(tx);
        if (isLast) throw new Error('the process died');
        return result;
      });
    },
  };
  await jobs({ ...it, unitOfWork }).payments();
};

export const outcome = async (it: Cell): Promise<string> => {
  const payment = await it.paymentCalled(it.payment.id);
  if (!payment) return 'gone';
  const { refund } = (await it.paymentQueries.find(payment.id)) ?? {};
  const state = payment.failureReason === null ? payment.status : `${payment.status} \`${payment.failureReason}\``;
  const money =
    payment.status === 'succeeded'
      ? `, ${(await it.contracts()).length} contract`
      : refund
        ? `, refund ${refund.status}`
        : '';
  const isWatched = payment.status === 'failed' && payment.due !== null;
  return `${state}${money}${isWatched ? ', watched' : ''}`;
};
