import {
  authorFieldsOf,
  type AuditEntry,
  type Notifications,
  type Payment,
  type PaymentPause,
  type Payments,
  type Refunds,
} from '@vehicle-insurance/core';
import { withHistory } from './history.ts';
import { has } from './table.ts';
import { isLive } from './tables.ts';
import type { Unit } from './unit.ts';

export const paymentsIn = (unit: Unit): Payments => ({
  ...withHistory(unit, unit.payments, (before, after, entry) => ({ what: 'payment', before, after, entry })),
  find: async (companyId, id) => unit.payments.get(companyId, id),
  live: async (companyId, quoteId) =>
    unit.payments.first((each) => each.companyId === companyId && each.quoteId === quoteId && isLive(each)),
  openings: async (companyId, quoteId, since) =>
    unit.payments
      .all()
      .filter(has<Payment>({ companyId, quoteId, duplicateOf: null }))
      .map(({ created }) => created)
      .filter((created) => created > since)
      .sort(),
  withReference: async (id) => unit.payments.first(has({ id })),
  hasDuplicate: async ({ companyId, id, duplicateOf }, sessionId) => {
    const ofReference = has<Payment>({ companyId, duplicateOf: duplicateOf ?? id });
    return unit.payments.all().some((each) => ofReference(each) && each.session?.id === sessionId);
  },
});

export const refundsIn = (unit: Unit): Refunds => {
  const { add, save } = withHistory(unit, unit.refunds, (before, after, entry) => {
    const payment = unit.payments.peek(after.companyId, after.paymentId);
    if (!payment) throw new Error(`refund ${after.id} has no payment`);
    return { what: 'refund', before, after, entry, payment };
  });
  return {
    find: async (companyId, id) => unit.refunds.get(companyId, id),
    add: async (refund, entry) => {
      const { companyId, sessionId } = refund;
      if (!unit.refunds.all().some(has({ companyId, sessionId }))) await add(refund, entry);
    },
    save,
  };
};

export const notificationsIn = ({ notifications }: Unit): Notifications => ({
  find: async (id) => notifications.get(id),
  add: async (notification) => {
    const { provider, reference } = notification;
    const same = notifications.all().filter(has({ provider, reference }));
    if (same.every(({ due }) => due === null)) notifications.add(notification);
  },
  save: async (notification) => void notifications.save(notification),
});

export const paymentPauseIn = ({ switches }: Unit): PaymentPause => {
  const turn = async (entry: AuditEntry | null): Promise<void> => {
    const pause = entry && { at: entry.at, why: entry.why, ...authorFieldsOf(entry.by) };
    switches.put({ name: 'payments paused', pause });
  };
  return {
    active: async () => (switches.get('payments paused')?.pause ?? null) !== null,
    pause: turn,
    resume: () => turn(null),
  };
};
