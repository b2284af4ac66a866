import { listActionItems, type ActionItemKind, type CertificateRequest, type Contract } from '@vehicle-insurance/core';
import { after, dayIn } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../money.ts';

/** Minutes after which what should be there is late; and an authority's time where cover begins on the day of payment. */
const LATE = 60;
const FIRST_DAY = 5;

/** The list is judged in one of so many rounds. */
const JUDGED = 3;

/** Why a certificate that may have been asked for cannot be looked up. */
const NO_LOOK_UP = 'the authority offers no look-up';

/**
 * What a person must deal with is on the operator's list, with its reason, and nothing else is on it: judged once the
 * outside speaks, when nothing is listed any more that ends by itself.
 */
export const actionItems: Law = (world) => {
  const { book, clock, dependencies, setting } = world;
  let rounds = 0;

  const ofContract = (contract: Contract, request: CertificateRequest): readonly ActionItemKind[] => {
    const now = clock.now();
    const today = dayIn(setting.zone, now);
    const { status, concern, created, due } = request;
    const kinds: ActionItemKind[] = concern ? [concern.kind] : [];
    const earlier = [...book.contracts.values()].some(
      (other) =>
        other.companyId === contract.companyId &&
        other.vehicleId === contract.vehicleId &&
        other.ordinal < contract.ordinal &&
        other.cancelled === null &&
        other.startDate <= contract.endDate &&
        contract.startDate <= other.endDate,
    );
    if (earlier && !contract.cancelled && contract.overlaps) kinds.push('overlapping_cover');
    if (status === 'issued') return kinds;
    if (due?.lastError === NO_LOOK_UP) kinds.push('certificate_without_look_up');
    if (contract.cancelled) return kinds;
    if (contract.endDate < today) kinds.push('contract_past_last_day');
    if (status === 'failed') return [...kinds, 'certificate_failed'];
    if (contract.endDate < today || due?.lastError === NO_LOOK_UP) return kinds;
    if (contract.startDate <= today)
      return created <= after(now, -FIRST_DAY) ? [...kinds, 'cover_without_certificate'] : kinds;
    return created <= after(now, -LATE) && !concern ? [...kinds, 'certificate_late'] : kinds;
  };
  const expected = (): ReadonlySet<string> => {
    const items: string[] = [];
    for (const payment of book.payments.values())
      if ((payment.status === 'pending' || payment.status === 'opening') && clock.now() >= windowEnd(payment))
        items.push(`payment_past_window ${payment.id}`);
    for (const { status, paymentId } of book.refunds.values())
      if (status === 'manual') items.push(`refund_manual ${paymentId}`);
    for (const contract of book.contracts.values()) {
      const request = book.requests.get(contract.id);
      if (request) items.push(...ofContract(contract, request).map((kind) => `${kind} ${contract.id}`));
    }
    return new Set(items);
  };
  /** What ends by itself once the outside has been asked again. */
  const isPassing = (kind: ActionItemKind): boolean =>
    ['payment_unreadable', 'refund_in_trouble', 'document_late', 'credentials_refused'].includes(kind);

  /** Refunds whose last attempt has failed, as far as that was recorded. */
  const failing = new Set<string>();
  const judgeRefunds = async (): Promise<void> => {
    const due = [...book.refunds.values()].filter(({ status }) => status === 'due');
    if (due.length === 0 || world.dismissed()) return;
    const listed = new Set(
      (await listActionItems(dependencies)(due.map(({ paymentId }) => paymentId)))
        .filter(({ kind }) => kind === 'refund_in_trouble')
        .map(({ id }) => id),
    );
    for (const { sessionId, paymentId, created } of due) {
      const isLate = created <= after(clock.now(), -LATE);
      if ((failing.has(sessionId) || isLate) !== listed.has(paymentId))
        book.broke(
          `money is to go back, ${failing.has(sessionId) ? 'in vain' : 'not tried yet'}, and on the list: ${listed.has(paymentId)}`,
        );
    }
  };

  return {
    refund: ({ before, after: now }) => {
      if (before && before.status === 'due' && now.status === 'due') failing.add(now.sessionId);
    },
    step: judgeRefunds,
    round: async () => {
      // What is listed changes slowly.
      rounds += 1;
      if (rounds % JUDGED !== 0) return;
      const should = expected();
      const list = await listActionItems(dependencies)();
      const listed = new Set(list.map(({ kind, id }) => `${kind} ${id}`));
      for (const { kind, id, why } of list) {
        if (!should.has(`${kind} ${id}`) && !isPassing(kind))
          book.broke(`the operator's list shows ${kind}, and nothing is the matter`);
        if (why === '') book.broke(`the operator's list shows ${kind} without a reason`);
      }
      for (const item of should)
        if (!listed.has(item) && !world.dismissed())
          book.broke(`the operator's list does not show ${item.split(' ')[0]}`);
    },
    rest: async () => {
      for (const { kind } of await listActionItems(dependencies)())
        if (isPassing(kind)) book.broke(`the operator's list still shows ${kind} when all trouble is over`);
    },
  };
};
