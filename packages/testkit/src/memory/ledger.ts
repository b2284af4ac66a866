import { GIVEN_BY_HAND, type Books, type Cause, type Ledger, type Unbooked } from '@vehicle-insurance/core';
import { has } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

const isPosted = ({ entries }: Unit, companyId: string, cause: Cause, subjectId: string): boolean =>
  entries.all().some(has({ companyId, cause, subjectId }));

export const ledgerIn = (unit: Unit): Ledger => ({
  post: async (entry) => {
    const { companyId, cause, subjectId } = entry;
    if (!isPosted(unit, companyId, cause, subjectId)) unit.entries.add(entry);
  },
  has: async (companyId, cause, subjectId) => isPosted(unit, companyId, cause, subjectId),
});

export const memoryBooks = (memory: Memory): Books => ({
  unbooked: async (limit) => unbookedIn(beginUnit(memory)).slice(0, limit),
  entries: async (companyId, after, limit) =>
    beginUnit(memory)
      .entries.all()
      .filter((entry) => entry.companyId === companyId && entry.id > (after?.id ?? ''))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit),
});

const unbookedIn = (unit: Unit): readonly Unbooked[] => {
  const { payments, contracts, refunds } = unit;
  return payments.all().flatMap(({ companyId, id: paymentId, status }) => {
    const contract = contracts.all().find(has({ companyId, paymentId }));
    const refund = refunds.all().find(has({ companyId, paymentId }));
    const lacks = (cause: Cause, subjectId: string): boolean => !isPosted(unit, companyId, cause, subjectId);
    const isUnbooked =
      (status === 'succeeded' && lacks('payment_succeeded', paymentId)) ||
      (status === 'failed' && refund && lacks('payment_unused', paymentId)) ||
      (contract?.cancelled && lacks('contract_cancelled', contract.id)) ||
      (refund?.status === 'done' && lacks('refund_done', refund.id) && lacks('refund_by_hand', refund.id));
    if (isUnbooked !== true) return [];
    const isByHand = unit
      .linesAbout(refund ? [refund.id] : [], companyId)
      .some(({ to, why }) => to === 'done' && why.startsWith(GIVEN_BY_HAND));
    return [{ companyId, paymentId, contractId: contract?.id ?? null, refundId: refund?.id ?? null, isByHand }];
  });
};
