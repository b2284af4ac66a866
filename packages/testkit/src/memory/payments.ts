import {
  LIVE_STATES,
  type Note,
  type Notices,
  type PaymentPause,
  type Payments,
  type Refunds,
} from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

export const paymentsIn = ({ payments, quotes, note: noteChange }: Unit): Payments => ({
  find: async (companyId, id) => payments.get(keyIn(companyId, id)),
  live: async (companyId, quoteId) => {
    const live = payments
      .all()
      .find(
        (each) =>
          keyIn(each.companyId, each.quoteId) === keyIn(companyId, quoteId) &&
          LIVE_STATES.some((state) => state === each.status),
      );
    return live && payments.get(keyIn(companyId, live.id));
  },
  withReference: async (reference) => {
    const found = payments.all().find(({ id }) => id === reference);
    return found && payments.get(keyIn(found.companyId, found.id));
  },
  add: async (payment, note) => {
    if (!quotes.get(keyIn(payment.companyId, payment.quoteId))) throw new Error('a payment needs its quote');
    payments.add(payment);
    noteChange('payment', payment.id, null, payment.status, note);
  },
  save: async (payment, note) => {
    const before = payments.peek(keyIn(payment.companyId, payment.id));
    payments.save(payment);
    noteChange('payment', payment.id, before?.status ?? null, payment.status, note);
  },
});

export const refundsIn = ({ refunds, payments, note: noteChange }: Unit): Refunds => ({
  find: async (companyId, id) => refunds.get(keyIn(companyId, id)),
  add: async (refund, note) => {
    if (!payments.get(keyIn(refund.companyId, refund.paymentId))) throw new Error('a refund needs its payment');
    const sameSession = refunds
      .all()
      .some(({ companyId, sessionId }) => keyIn(companyId, sessionId) === keyIn(refund.companyId, refund.sessionId));
    if (sameSession) return;
    refunds.add(refund);
    noteChange('refund', refund.id, null, refund.status, note);
  },
  save: async (refund, note) => {
    const before = refunds.peek(keyIn(refund.companyId, refund.id));
    refunds.save(refund);
    noteChange('refund', refund.id, before?.status ?? null, refund.status, note);
  },
});

export const noticesIn = ({ notices }: Unit): Notices => ({
  find: async (id) => notices.get(id),
  add: async (notice) => {
    const waits = notices
      .all()
      .some(({ due, provider, reference }) => due && provider === notice.provider && reference === notice.reference);
    if (!waits) notices.add(notice);
  },
  save: async (notice) => notices.save(notice),
});

export const paymentPauseIn = ({ switches }: Unit): PaymentPause => {
  const turn = async (pause: Note | null): Promise<void> => {
    const present = switches.get('payments paused');
    if (present) switches.save({ ...present, pause });
    else switches.add({ name: 'payments paused', pause });
  };
  return {
    active: async () => (switches.get('payments paused')?.pause ?? null) !== null,
    pause: turn,
    resume: () => turn(null),
  };
};
